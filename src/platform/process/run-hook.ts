import { type ChildProcess, spawn } from 'node:child_process';
import { printableJson } from '../files/printable-json.ts';
import { API_KEY_VARIABLE } from '../secrets/secrets.ts';
import type { Clock } from '../time/clock.ts';
import { errorCode } from './error-code.ts';

export interface HookOptions {
  /** Program and arguments, used without a shell. */
  readonly command: readonly string[];
  readonly clock: Clock;
  /** Environment variables that contain one of these are removed, as is the key's own. */
  readonly secrets: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly timeoutMs?: number;
}

export interface RunningHook {
  /** Never rejects: null if it ended well, otherwise the reason, as the end of a sentence. */
  readonly ended: Promise<string | null>;
  kill(): void;
}

/** Starts a user-configured program and gives it `event` as one line of JSON on stdin. Its output is discarded. */
export function runHook(event: object, options: HookOptions): RunningHook {
  const { clock, timeoutMs = 10_000 } = options;
  let child: ChildProcess;
  try {
    child = start(options);
  } catch (error) {
    return { ended: Promise.resolve(reasonOf(error)), kill: () => {} };
  }
  const kill = (): void => killGroup(child);
  const ended = new Promise<string | null>((resolve) => {
    let isLate = false;
    const timer = clock.setTimeout(() => {
      isLate = true;
      kill();
    }, timeoutMs);
    const settle = (failure: string | null): void => {
      clock.clearTimeout(timer);
      resolve(isLate ? `it took more than ${timeoutMs / 1000} s and was terminated` : failure);
    };
    child.once('error', (error) => settle(reasonOf(error)));
    child.once('exit', (code, signal) => settle(code === 0 ? null : `it ended with ${signal ?? `code ${code}`}`));
  });
  // A program that does not read closes its stdin, which is fine.
  child.stdin?.on('error', () => undefined).end(`${printableJson(JSON.stringify(event))}\n`);
  return { ended, kill };
}

/** In its own session: it has no terminal to write on, and is terminated together with its children. */
const start = ({ command: [program = '', ...args], env = process.env, secrets }: HookOptions): ChildProcess =>
  spawn(program, args, {
    stdio: ['pipe', 'ignore', 'ignore'],
    env: withoutSecrets(env, secrets),
    shell: false,
    detached: process.platform !== 'win32',
    windowsHide: true,
  });

function withoutSecrets(env: NodeJS.ProcessEnv, secrets: readonly string[]): NodeJS.ProcessEnv {
  const holdsSecret = (value: string): boolean => secrets.some((secret) => secret !== '' && value.includes(secret));
  return Object.fromEntries(
    Object.entries(env).filter(([name, value]) => name !== API_KEY_VARIABLE && !holdsSecret(value ?? '')),
  );
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    if (process.platform === 'win32') child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has just ended by itself.
  }
}

/** `spawn /a/b ENOENT` is unclear; the code shows what to fix. */
function reasonOf(error: unknown): string {
  const code = errorCode(error);
  if (code === 'ENOENT') return 'there is no such program';
  if (code === 'EACCES') return 'it is not executable (chmod +x)';
  return `it cannot be started: ${code ?? String(error)}`;
}
