import { join } from 'node:path';
import type { Service } from '../compose.ts';
import { startEmbeddedPaper } from '../paper/embedded.ts';
import { StateStoreError } from '../paper/state-store-error.ts';
import type { Config } from '../platform/config-schema.ts';
import { createLog } from '../platform/log.ts';
import type { CommandIo } from './command.ts';
import { UsageError } from './command.ts';
import { resolveTarget, type TargetChoice } from './target.ts';

interface DeskChoice extends TargetChoice {
  readonly seed?: string | undefined;
  readonly speed?: string | undefined;
  readonly ephemeral?: boolean | undefined;
}

/** A service that can be talked to, and how to end it where the desk itself started it. */
export interface OpenService extends Service {
  /** A sentence for the person about what was opened; null when there is nothing to say. */
  readonly notice: string | null;
  close(): Promise<void>;
  /** Calls back when a service that the desk started has ended by itself. */
  onEnd(listener: (reason: string) => void): void;
}

/** Finds the service that the person chose, or starts the paper service in a thread of its own. */
export async function openService(values: DeskChoice, io: CommandIo, config: Config): Promise<OpenService> {
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
