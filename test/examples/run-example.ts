import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { PaperProcess } from '../driver/paper-process.ts';

export interface Example extends AsyncDisposable {
  /** Everything on stdout and stderr so far, by line. */
  readonly lines: readonly string[];
  /** Resolves with the last of so many lines that match; rejects when the program ends without them. */
  says(matching: RegExp, times?: number): Promise<string>;
  /** As Ctrl-C does. Resolves to the exit code. */
  interrupt(): Promise<number | null>;
  ended(): Promise<number | null>;
}

/** Runs a file of examples/ as a bot author does. */
export function runExample(
  { baseUrl, apiKey }: Pick<PaperProcess, 'baseUrl' | 'apiKey'>,
  file: string,
  args: string[] = [],
): Example {
  const child = spawn(process.execPath, [`examples/${file}`, ...args], {
    cwd: `${import.meta.dirname}/../..`,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], SWAPDECK_URL: baseUrl, SWAPDECK_API_KEY: apiKey },
  });
  const exit = once(child, 'close').then(([code]) => code as number | null);
  const lines: string[] = [];
  const listeners = new Set<() => void>();
  const tell = (): void => {
    for (const listener of listeners) listener();
  };
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line);
      tell();
    });
  let isEnded = false;
  void exit.then(() => {
    isEnded = true;
    tell();
  });
  return {
    lines,
    says: (matching, times = 1) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = lines.filter((line) => matching.test(line))[times - 1];
          if (found === undefined && !isEnded) return;
          listeners.delete(look);
          if (found === undefined) reject(new Error(`it ended without ${matching}:\n${lines.join('\n')}`));
          else resolve(found);
        };
        listeners.add(look);
        look();
      }),
    interrupt: () => {
      child.kill('SIGINT');
      return exit;
    },
    ended: () => exit,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL');
      await exit;
    },
  };
}
