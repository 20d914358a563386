import type { Config } from '../platform/config-schema.ts';
import { createLog } from '../platform/log.ts';
import type { Service } from '../service.ts';
import type { CommandIo } from './command.ts';
import { UsageError } from './command.ts';
import { type PaperChoice, type StartedPaper, startPaper } from './start-paper.ts';
import { resolveTarget } from './target.ts';

/** A service that can be talked to, and how to end it where the desk itself started it. */
export interface OpenService extends Service {
  /** The service runs in a thread of this process. */
  readonly isEmbedded: boolean;
  /** A sentence for the person about what was opened; null when there is nothing to say. */
  readonly notice: string | null;
  close(): Promise<void>;
  /** Calls back when a service that the desk started has ended by itself. */
  onEnd(listener: (reason: string) => void): void;
}

/** Finds the service that the person chose, or starts the paper service unless `started` is already on its way. */
export async function openService(
  choice: PaperChoice,
  io: CommandIo,
  config: Config,
  started: Promise<StartedPaper> | null,
): Promise<OpenService> {
  const target = await resolveTarget(choice, io, config);
  if (!target.isEmbedded) {
    if (choice.seed ?? choice.speed ?? choice.ephemeral)
      throw new UsageError('--seed, --speed and --ephemeral are for the embedded paper service alone.');
    return { ...target, account: target.profile, notice: null, close: async () => {}, onEnd: () => {} };
  }
  const paper = await (started ?? startPaper(choice, io));
  const account = choice.ephemeral ? `${target.profile} ${io.random.hex(4)}` : target.profile;
  return {
    mode: 'paper',
    isEmbedded: true,
    profile: target.profile,
    account,
    accountId: `embedded ${account}`,
    baseUrl: paper.baseUrl,
    apiKey: paper.apiKey,
    wallet: null,
    socketHost: null,
    notice: paper.notice ?? target.notice,
    close: () => paper.close(),
    onEnd: (listener) =>
      paper.onExit((error) => {
        if (error) createLog(io.paths.logFile).error('the paper service ended', { err: error });
        listener(error?.message ?? 'it ended without a reason');
      }),
  };
}
