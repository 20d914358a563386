import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export interface PaperOptions {
  /** A free one when not given. */
  readonly port?: number;
  readonly seed?: number;
  /** Where its account outlives it; forgotten when not given. */
  readonly stateDir?: string;
  readonly args?: readonly string[];
}

export interface PaperProcess {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** What each of its keys may do differs; `apiKey` is the full one. */
  readonly keys: { readonly full: string; readonly readOnly: string; readonly limited: string };
  readonly port: number;
  /** Asks it to end (SIGTERM) and waits until it has. */
  stop(): Promise<void>;
  /** Ends it as a power cut does; resolves when it is gone. */
  kill(): Promise<void>;
}

/** What the service may take to print its line. */
const startLimitMs = 20_000;

/** Starts the paper service as a process of its own and reads the one JSON line it prints when it is ready. */
export async function startPaper(
  { port, seed, stateDir, args = [] }: PaperOptions = {},
  launcher = 'tools/bin/swapdeck.js',
): Promise<PaperProcess> {
  const chosen = [
    ...(stateDir === undefined ? ['--ephemeral'] : ['--state', stateDir]),
    ...(port === undefined ? [] : ['--port', String(port)]),
    ...(seed === undefined ? [] : ['--seed', String(seed)]),
  ];
  const child = spawn(process.execPath, [launcher, 'paper', '--json', ...chosen, ...args], {
    cwd: `${import.meta.dirname}/../..`,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors = (errors + chunk.toString()).slice(-2048);
  });
  const ended = once(child, 'exit');
  const lines = createInterface({ input: child.stdout });
  const limit = AbortSignal.timeout(startLimitMs);
  const line = await Promise.race([
    once(lines, 'line', { signal: limit }).then(([first]) => String(first)),
    ended.then(([code, signal]) => Promise.reject(new Error(`it ended with ${signal ?? `code ${code}`}`))),
  ]).catch((error: Error) => {
    child.kill('SIGKILL');
    throw new Error(`the paper service did not start: ${error.message}\n${errors}`);
  });
  // Later lines must be read too, or a full pipe would stop the service.
  lines.on('line', () => {});
  const started = JSON.parse(line) as Pick<PaperProcess, 'baseUrl' | 'apiKey' | 'keys'>;
  return {
    ...started,
    port: Number(new URL(started.baseUrl).port),
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
