import { join } from 'node:path';
import { PaperStartError } from '../paper/http/listen.ts';
import { type PaperService, startPaperService } from '../paper/service.ts';
import { StateStoreError } from '../paper/state-store-error.ts';
import { type CommandIo, UsageError } from './command.ts';
import { parseOptions, refuseWords } from './options.ts';

interface PaperFlags {
  readonly port: number;
  readonly seed: number | null;
  readonly speed: number;
  readonly stateDir: string | null;
  readonly isJson: boolean;
}

export const paperUsage = 'swapdeck paper [--port N] [--seed N] [--speed X] [--state DIR | --ephemeral] [--json]';

const options = {
  port: { type: 'string' },
  seed: { type: 'string' },
  speed: { type: 'string' },
  state: { type: 'string' },
  ephemeral: { type: 'boolean' },
  json: { type: 'boolean' },
} as const;

const seedLimit = 2 ** 32;

/**
 * `swapdeck paper`: runs the paper service on its own until Ctrl-C. With --json it prints exactly one line when it is
 * ready: `{"baseUrl", "apiKey", "keys": {"full", "readOnly", "limited"}}`. Resolves to the exit code; throws UsageError
 * for flags that it does not understand.
 */
export async function runPaper(args: readonly string[], io: CommandIo): Promise<number> {
  const flags = readFlags(args, join(io.paths.stateDir, 'paper'));
  let service: PaperService;
  try {
    service = await startPaperService({
      port: flags.port,
      seed: flags.seed ?? io.random.int(seedLimit),
      speed: flags.speed,
      stateDir: flags.stateDir,
      clock: io.clock,
      random: io.random,
      onFault: (error) => io.stderr.write(`swapdeck paper: ${error instanceof Error ? error.stack : String(error)}\n`),
    });
  } catch (error) {
    if (!(error instanceof PaperStartError || error instanceof StateStoreError)) throw error;
    io.stderr.write(`swapdeck paper: ${error.message}\n`);
    return 1;
  }
  const { baseUrl, apiKey, keys } = service;
  io.stdout.write(flags.isJson ? `${JSON.stringify({ baseUrl, apiKey, keys })}\n` : greeting(service, flags));
  await aborted(io.signal);
  await service.close();
  if (!flags.isJson) io.stdout.write('Paper service stopped.\n');
  return 0;
}

function readFlags(args: readonly string[], defaultStateDir: string): PaperFlags {
  const { values, positionals } = parseOptions(args, options, paperUsage);
  refuseWords(positionals, paperUsage);
  const { port, seed, speed, state, ephemeral, json } = values;
  if (state !== undefined && ephemeral) throw usage('--state and --ephemeral exclude each other');
  return {
    port: port === undefined ? 0 : wholeNumber('--port', port, 65_535),
    seed: seed === undefined ? null : wholeNumber('--seed', seed, seedLimit - 1),
    speed: speed === undefined ? 1 : positiveNumber('--speed', speed, 1_000),
    stateDir: ephemeral ? null : (state ?? defaultStateDir),
    isJson: json ?? false,
  };
}

const usage = (problem: string) => new UsageError(`${problem}. Usage: ${paperUsage}`);

function wholeNumber(flag: string, text: string, most: number): number {
  if (!/^\d{1,10}$/.test(text) || Number(text) > most) throw usage(`${flag} must be a whole number from 0 to ${most}`);
  return Number(text);
}

function positiveNumber(flag: string, text: string, most: number): number {
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : 0;
  if (value <= 0 || value > most) throw usage(`${flag} must be a number above 0, at most ${most}`);
  return value;
}

const greeting = ({ baseUrl, keys }: PaperService, { stateDir, speed }: PaperFlags) =>
  `${[
    `Paper service at ${baseUrl}${speed === 1 ? '' : `, the market at ${speed} times its speed`}`,
    `  account        ${stateDir ?? 'forgotten when this ends'}`,
    `  full key       ${keys.full}`,
    `  read-only key  ${keys.readOnly}`,
    `  limited key    ${keys.limited}`,
    'Nothing here is real money. Open the desk on it from another terminal:',
    `  SWAPDECK_API_KEY=${keys.full} swapdeck --base-url ${baseUrl}`,
    'Ctrl-C stops it.',
  ].join('\n')}\n`;

const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
