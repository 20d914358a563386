import { join } from 'node:path';
import type { Service } from '../compose.ts';
import { startEmbeddedPaper } from '../paper/embedded.ts';
import { StateStoreError } from '../paper/state-store-error.ts';
import { createLog } from '../platform/log.ts';
import type { CommandIo } from './command.ts';
import { UsageError } from './command.ts';
import { parseOptions, refuseWords } from './options.ts';
import { readConfig } from './read-config.ts';
import { resolveTarget, targetOptions } from './target.ts';

const usage = 'swapdeck [--profile NAME | --base-url URL | --paper] [--seed N] [--speed X] [--ephemeral]';
const deskOptions = {
  ...targetOptions,
  seed: { type: 'string' },
  speed: { type: 'string' },
  ephemeral: { type: 'boolean' },
} as const;

/** A service that can be talked to, and how to end it where the desk itself started it. */
export interface OpenService extends Service {
  /** A sentence for the person about what was opened; null when there is nothing to say. */
  readonly notice: string | null;
  close(): Promise<void>;
  /** Calls back when a service that the desk started has ended by itself. */
  onEnd(listener: (reason: string) => void): void;
}

/** Opens the desk on a terminal; elsewhere prints it once as text. */
export async function runDesk(args: readonly string[], io: CommandIo): Promise<number> {
  const { values, positionals } = parseOptions(args, deskOptions, usage);
  refuseWords(positionals, usage);
  const config = readConfig(io);
  const opening = openService(values, io, config);
  const isScreen = io.stdout.isTTY && io.stdin.isTTY && io.env.TERM !== 'dumb';
  // The service starts in its thread while this one loads the screen.
  const screen = isScreen ? import('./desk-screen.tsx') : import('./desk-snapshot.ts');
  const [service, { show }] = await Promise.all([opening, screen]);
  try {
    return await show(service, config, io);
  } finally {
    await service.close();
  }
}

async function openService(
  values: { seed?: string | undefined; speed?: string | undefined; ephemeral?: boolean | undefined } & Parameters<
    typeof resolveTarget
  >[0],
  io: CommandIo,
  config: Parameters<typeof resolveTarget>[2],
): Promise<OpenService> {
  const target = await resolveTarget(values, io, config);
  if (!target.isEmbedded) {
    if (values.seed ?? values.speed ?? values.ephemeral)
      throw new UsageError('--seed, --speed and --ephemeral are for the embedded paper service alone.');
    return { ...target, notice: null, close: async () => {}, onEnd: () => {} };
  }
  const options = {
    workerUrl: new URL('./paper-worker.js', import.meta.url),
    seed: readNumber('seed', values.seed, 1, { from: 0, to: 2 ** 32 - 1, isWhole: true }),
    speed: readNumber('speed', values.speed, 1, { from: 0.1, to: 100, isWhole: false }),
  };
  const stateDir = values.ephemeral ? null : join(io.paths.stateDir, 'paper');
  let { notice } = target;
  const paper = await startEmbeddedPaper({ ...options, stateDir }).catch((error) => {
    if (!(error instanceof StateStoreError && error.isInUse)) throw error;
    notice = 'Another desk has the paper account open: this one has a market of its own, and keeps nothing.';
    return startEmbeddedPaper({ ...options, stateDir: null });
  });
  return {
    mode: 'paper',
    profile: target.profile,
    baseUrl: paper.baseUrl,
    apiKey: paper.apiKey,
    wallet: null,
    socketHost: null,
    notice,
    close: () => paper.close(),
    onEnd: (listener) =>
      paper.onExit((error) => {
        if (error) createLog(io.paths.logFile).error('the paper service ended', { err: error });
        listener(error?.message ?? 'it ended without a reason');
      }),
  };
}

function readNumber(
  name: string,
  text: string | undefined,
  standard: number,
  { from, to, isWhole }: { from: number; to: number; isWhole: boolean },
): number {
  if (text === undefined) return standard;
  const value = Number(text);
  const isAllowed = /^\d+(\.\d+)?$/.test(text) && value >= from && value <= to && (!isWhole || Number.isInteger(value));
  if (!isAllowed) throw new UsageError(`--${name} takes a ${isWhole ? 'whole ' : ''}number from ${from} to ${to}.`);
  return value;
}
