import { killGroup, startProgram } from '../../platform/process/user-program.ts';
import type { Clock } from '../../platform/time/clock.ts';

interface ConverseOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly clock: Clock;
  readonly timeoutMs: number;
  /** Most bytes of stdout. */
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
}

/** How a program ended, and what it said. `stderr` is its end only. */
export interface Conversation {
  readonly end: 'ended' | 'timeout' | 'oversized' | 'aborted';
  readonly stdout: string;
  readonly stderr: string;
  /** Exit code or signal; null if it was terminated here. */
  readonly exit: number | string | null;
}

const keptStderr = 2_000;

/**
 * Starts a program without a shell, gives it `input` on stdin, and reads until it ends. Terminates it with its children
 * when it is late, says too much or the signal aborts. Rejects only if it cannot be started.
 */
export function converse(command: readonly string[], input: string, options: ConverseOptions): Promise<Conversation> {
  const { env, clock, timeoutMs, maxBytes, signal } = options;
  return new Promise((resolve, reject) => {
    const child = startProgram(command, { env, isRead: true });
    const chunks: Buffer[] = [];
    let bytes = 0;
    let stderr = '';
    const settle = (finish: () => void): void => {
      clock.clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      finish();
    };
    const finish = (end: Conversation['end'], exit: Conversation['exit']): void =>
      settle(() => resolve({ end, exit, stdout: Buffer.concat(chunks).toString('utf8'), stderr }));
    const terminate = (end: Conversation['end']): void => {
      killGroup(child);
      // A child of it that left the group may hold these open.
      child.stdout?.destroy();
      child.stderr?.destroy();
      finish(end, null);
    };
    const onAbort = (): void => terminate('aborted');
    const timer = clock.setTimeout(() => terminate('timeout'), timeoutMs);
    child.once('error', (error) => settle(() => reject(error)));
    child.once('close', (code, killedBy) => finish('ended', code ?? killedBy));
    child.stdout?.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= maxBytes) chunks.push(chunk);
      else terminate('oversized');
    });
    child.stderr?.on('data', (chunk: Buffer) => {
      stderr = (stderr + chunk.toString('utf8')).slice(-keptStderr);
    });
    // A program that does not read closes its stdin; its answer tells more.
    child.stdin?.on('error', () => undefined).end(input);
    if (signal?.aborted) onAbort();
    else signal?.addEventListener('abort', onAbort, { once: true });
  });
}
