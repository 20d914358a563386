import { type ChildProcess, spawn } from 'node:child_process';
import { API_KEY_VARIABLE } from '../secrets/secrets.ts';
import { errorCode } from './error-code.ts';

/** The environment without the API key's variable and without those that contain one of the secrets. */
export function withoutSecrets(env: NodeJS.ProcessEnv, secrets: readonly string[]): NodeJS.ProcessEnv {
  const holdsSecret = (value: string): boolean => secrets.some((secret) => secret !== '' && value.includes(secret));
  return Object.fromEntries(
    Object.entries(env).filter(([name, value]) => name !== API_KEY_VARIABLE && !holdsSecret(value ?? '')),
  );
}

interface ProgramOptions {
  readonly env: NodeJS.ProcessEnv;
  /** Whether stdout and stderr are read; otherwise they are discarded. */
  readonly isRead: boolean;
}

/**
 * Starts a program without a shell, in its own session: it has no terminal to write on, and is terminated together with
 * its children. Throws what `spawn` throws.
 */
export const startProgram = ([program = '', ...args]: readonly string[], { env, isRead }: ProgramOptions) => {
  const output = isRead ? 'pipe' : 'ignore';
  return spawn(program, args, {
    stdio: ['pipe', output, output],
    env,
    shell: false,
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
};

/** Terminates a program and its children at once. */
export function killGroup(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    if (process.platform === 'win32') child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has just ended by itself.
  }
}

/** Why a program did not start, as the end of a sentence. `spawn /a/b ENOENT` is unclear; the code shows what to fix. */
export function startProblem(error: unknown): string {
  const code = errorCode(error);
  if (code === 'ENOENT') return 'there is no such program';
  if (code === 'EACCES') return 'it is not executable (chmod +x)';
  return `it cannot be started: ${code ?? String(error)}`;
}
