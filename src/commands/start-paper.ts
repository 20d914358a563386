import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { byteSize } from '../domain/byte-size.ts';
import { type EmbeddedPaper, startEmbeddedPaper } from '../paper/embedded.ts';
import { StateStoreError } from '../paper/state-store-error.ts';
import { profilesFile } from '../platform/paths.ts';
import { type CommandIo, UsageError } from './command.ts';

export interface PaperChoice {
  readonly 'base-url'?: string | undefined;
  readonly profile?: string | undefined;
  readonly paper?: boolean | undefined;
  readonly seed?: string | undefined;
  readonly speed?: string | undefined;
  readonly ephemeral?: boolean | undefined;
}

export interface StartedPaper extends EmbeddedPaper {
  /** What the person should know about it; null when there is nothing to say. */
  readonly notice: string | null;
}

/**
 * True where `resolveTarget` can only come to the embedded service: it is asked for, or nobody has configured anything
 * or logged in. Told from the arguments and two file names alone: loading what it takes to read a configuration costs
 * 50 ms, in which the service's thread can start.
 */
export const isSurelyPaper = (choice: PaperChoice, { paths }: CommandIo): boolean =>
  choice.paper === true ||
  (choice['base-url'] === undefined &&
    choice.profile === undefined &&
    !existsSync(paths.configFile) &&
    !existsSync(profilesFile(paths.stateDir)));

/** Starts the paper service in a thread of its own. Rejects with UsageError or with the service's own error. */
export async function startPaper(choice: PaperChoice, io: CommandIo): Promise<StartedPaper> {
  const options = {
    workerUrl: new URL('./paper-worker.js', import.meta.url),
    seed: readNumber('seed', choice.seed, 1, { from: 0, to: 2 ** 32 - 1, isWhole: true }),
    speed: readNumber('speed', choice.speed, 1, { from: 0.1, to: 100, isWhole: false }),
  };
  const stateDir = choice.ephemeral ? null : join(io.paths.stateDir, 'paper');
  const opening = startEmbeddedPaper({ ...options, stateDir });
  try {
    return { ...(await waitFor(opening, stateDir, io)), notice: null };
  } catch (error) {
    if (!(error instanceof StateStoreError && error.isInUse)) throw error;
    const notice = 'Another desk has the paper account open: this one has a market of its own, and keeps nothing.';
    return { ...(await startEmbeddedPaper({ ...options, stateDir: null })), notice };
  }
}

/** What says how long it takes is loaded while the thread starts. */
async function waitFor(
  opening: Promise<EmbeddedPaper>,
  stateDir: string | null,
  io: CommandIo,
): Promise<EmbeddedPaper> {
  // A failure is told where it is awaited, which may be later than it happens.
  opening.catch(() => {});
  const { withProgress } = await import('./progress-line.ts');
  return withProgress(io, openingWords(stateDir), () => opening);
}

/** An account of many trades takes its time: how large it is says why. */
function openingWords(stateDir: string | null): string {
  const size = stateDir === null ? undefined : statSync(join(stateDir, 'paper.db'), { throwIfNoEntry: false })?.size;
  return size === undefined ? 'Starting the paper service' : `Opening the paper account (${byteSize(size)})`;
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
