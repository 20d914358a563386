import type { ChildProcess } from 'node:child_process';
import { printableJson } from '../files/printable-json.ts';
import type { Clock } from '../time/clock.ts';
import { killGroup, startProblem, startProgram, withoutSecrets } from './user-program.ts';

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
  const { command, clock, secrets, env = process.env, timeoutMs = 10_000 } = options;
  let child: ChildProcess;
  try {
    child = startProgram(command, { env: withoutSecrets(env, secrets), isRead: false });
  } catch (error) {
    return { ended: Promise.resolve(startProblem(error)), kill: () => {} };
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
    child.once('error', (error) => settle(startProblem(error)));
    child.once('exit', (code, signal) => settle(code === 0 ? null : `it ended with ${signal ?? `code ${code}`}`));
  });
  // A program that does not read closes its stdin, which is fine.
  child.stdin?.on('error', () => undefined).end(`${printableJson(JSON.stringify(event))}\n`);
  return { ended, kill };
}
