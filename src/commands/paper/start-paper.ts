import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { byteSize } from '../../domain/numbers/byte-size.ts';
import { maxChaosLevel } from '../../paper/faults/chaos.ts';
import { mostLatencyMs, realLatencyMs } from '../../paper/http/latency.ts';
import { type EmbeddedPaper, startEmbeddedPaper } from '../../paper/service/embedded.ts';
import { StateStoreError } from '../../paper/service/state-store-error.ts';
import { PAPER_PROFILE } from '../../platform/config/config-schema.ts';
import { profilesFile } from '../../platform/files/paths.ts';
import { createLog } from '../../platform/process/log.ts';
import type { CommandIo } from '../command.ts';
import { deskSyntax, type marketOptions } from '../desk/desk-syntax.ts';
import type { CommandSyntax, Values } from '../syntax/command-syntax.ts';
import { usageError } from '../syntax/read-arguments.ts';
import type { TargetChoice } from '../target.ts';

export type PaperChoice = TargetChoice & Values<typeof marketOptions>;

export interface StartedPaper extends EmbeddedPaper {
  /** A sentence for the user about it; null for none. */
  readonly notice: string | null;
  /** Identifies the market between runs; null for a temporary one. */
  readonly market: string | null;
}

/** The market of the saved paper account. */
export const embeddedMarket = 'embedded paper';

/**
 * True if `resolveTarget` can only choose the embedded service: it is requested, or there is neither a configuration
 * nor a login. Decided from the arguments and two file names: reading a configuration takes 50 ms, during which the
 * service's thread can already start.
 */
export const isSurelyPaper = (choice: PaperChoice, { paths }: CommandIo): boolean =>
  choice.paper === true ||
  (choice['base-url'] === undefined &&
    choice.profile === undefined &&
    !existsSync(paths.configFile) &&
    !existsSync(profilesFile(paths.stateDir)));

/** The service's identity of an embedded account, as its files have it. */
export const embeddedAccountId = (account: string): string => `embedded ${account}`;

/**
 * Where another process has the saved account open: a temporary market; the same, unless it is a keeper that hands the account
 * over; or the service's error.
 */
export type WhenInUse = 'temporary' | 'ask keeper' | 'fail';

/** Starts the paper service in its own thread. Rejects with UsageError or the service's own error. */
export async function startPaper(
  choice: PaperChoice,
  io: CommandIo,
  whenInUse: WhenInUse = 'temporary',
): Promise<StartedPaper> {
  const options = {
    workerUrl: new URL('./paper-worker.js', import.meta.url),
    onStderr: (text: string) => createLog(io.paths.logFile).error('the paper service', { text }),
    seed: readNumber('seed', choice.seed, 1, { from: 0, to: 2 ** 32 - 1, isWhole: true }),
    speed: readNumber('speed', choice.speed, 1, { from: 0.1, to: 100, isWhole: false }),
    ...(choice.market !== undefined && { market: choice.market }),
    ...(choice.scenario !== undefined && { scenario: choice.scenario }),
    ...(choice.latency !== undefined && { latencyMs: readLatency(choice.latency, deskSyntax) }),
    chaos: readNumber('chaos', choice.chaos, 0, { from: 0, to: maxChaosLevel, isWhole: true }),
  };
  const stateDir = choice.ephemeral ? null : join(io.paths.stateDir, 'paper');
  const start = (folder: string | null) => startEmbeddedPaper({ ...options, stateDir: folder });
  const saved = async (): Promise<StartedPaper> => ({
    ...(await waitFor(start(stateDir), stateDir, io)),
    notice: null,
    market: stateDir === null ? null : embeddedMarket,
  });
  try {
    return await saved();
  } catch (error) {
    if (!(error instanceof StateStoreError && error.isInUse) || whenInUse === 'fail') throw error;
    const answer = whenInUse === 'ask keeper' ? await askKeeperOfPaper(io) : null;
    if (answer?.why === null) return { ...(await saved()), notice: await takeoverNotice() };
    const holder = answer
      ? 'The keeper has the paper account open and did not hand it over'
      : 'Another desk has the paper account open';
    const notice = `${holder}${answer ? `: ${answer.why}` : ''}. This one uses a temporary market and saves nothing.`;
    return { ...(await start(null)), notice, market: null };
  }
}

async function askKeeperOfPaper({ paths, clock }: CommandIo) {
  const { askForAccount } = await import('../../ask-keeper.ts');
  return askForAccount(embeddedAccountId(PAPER_PROFILE), null, { stateDir: paths.stateDir, clock });
}

const takeoverNotice = async (): Promise<string> =>
  (await import('../../actions/pipeline/hold-lock.ts')).keeperHandedOver;

/** The progress code is loaded while the thread starts. */
async function waitFor(
  opening: Promise<EmbeddedPaper>,
  stateDir: string | null,
  io: CommandIo,
): Promise<EmbeddedPaper> {
  // A failure is reported where it is awaited, possibly later.
  opening.catch(() => {});
  const { withProgress } = await import('../desk/progress-line.ts');
  return withProgress(io, openingWords(stateDir), () => opening);
}

/** An account with many trades opens slowly: its size explains the wait. */
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
  if (!isAllowed)
    throw usageError(deskSyntax, `--${name} takes a ${isWhole ? 'whole ' : ''}number from ${from} to ${to}.`);
  return value;
}

/** The value of `--latency`: the median of an answer, ms. */
export function readLatency(text: string, syntax: Pick<CommandSyntax, 'name'>): number {
  if (text.toLowerCase() === 'real') return realLatencyMs;
  if (/^\d{1,5}$/.test(text) && Number(text) <= mostLatencyMs) return Number(text);
  throw usageError(syntax, `--latency takes a whole number of milliseconds from 0 to ${mostLatencyMs}, or real.`);
}
