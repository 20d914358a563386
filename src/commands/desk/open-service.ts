import type { DeskModel } from '../../compose.ts';
import { dropPreparedPaper } from '../../paper/service/embedded.ts';
import type { Config } from '../../platform/config/config-schema.ts';
import { createLog } from '../../platform/process/log.ts';
import type { Service } from '../../service.ts';
import { type CommandIo, UsageError } from '../command.ts';
import {
  embeddedAccountId,
  type PaperChoice,
  type StartedPaper,
  startPaper,
  type WhenInUse,
} from '../paper/start-paper.ts';
import { type EmbeddedTarget, resolveTarget, type ServiceTarget } from '../target.ts';

/** How a desk leaves its plans to the keeper. */
export interface PlanLeaving {
  /** Why it cannot, as a sentence; null if it can. */
  readonly whyNot: string | null;
  /** The model whose plans it is about: the one that runs, not one that only draws the next first frame. */
  watch(model: DeskModel): void;
  /** Resolves to why this desk still has the account, or null: it is the keeper's, or will be when the desk has closed. */
  leave(): Promise<string | null>;
}

/** A service to use, and how to end it if the desk started it. */
export interface OpenService extends Service {
  /** The service runs in a thread of this process. */
  readonly isEmbedded: boolean;
  /** A sentence for the user about what was opened; null for none. */
  readonly notice: string | null;
  close(): Promise<void>;
  /** How the desk leaves its plans to a keeper; absent where it cannot. */
  readonly leaving?: PlanLeaving | undefined;
  /** Calls back when a service that the desk started has ended by itself. */
  onEnd(listener: (reason: string) => void): void;
}

const paperOptions = ['seed', 'speed', 'market', 'scenario', 'chaos', 'latency', 'ephemeral'] as const;
const listed = (names: readonly string[]): string => new Intl.ListFormat('en').format(names);

/** Resolves the service that the user chose, or starts the paper service unless `started` is already starting. */
export async function openService(
  choice: PaperChoice,
  io: CommandIo,
  config: Config,
  started: Promise<StartedPaper> | null,
  whenInUse?: WhenInUse,
): Promise<OpenService> {
  const target = await resolveTarget(choice, io, config);
  if (!target.isEmbedded) {
    dropPreparedPaper();
    const given = paperOptions.filter((name) => choice[name] !== undefined).map((name) => `--${name}`);
    if (given.length > 0)
      throw new UsageError(
        `${listed(given)} ${given.length > 1 ? 'apply' : 'applies'} only to the embedded paper service.`,
      );
    return runningService(target);
  }
  const paper = await (started ?? startPaper(choice, io, whenInUse));
  const account = choice.ephemeral ? `${target.profile} ${io.random.hex(4)}` : target.profile;
  return embeddedService(paper, target, account, io);
}

/** A service that runs already. */
export const runningService = (target: ServiceTarget): OpenService => ({
  ...target,
  account: target.profile,
  market: `${target.mode} ${target.baseUrl}`,
  notice: null,
  close: async () => {},
  onEnd: () => {},
});

/** The paper service in this process. */
export const embeddedService = (
  paper: StartedPaper,
  { profile, notice }: EmbeddedTarget,
  account: string,
  { paths }: Pick<CommandIo, 'paths'>,
): OpenService => ({
  mode: 'paper',
  isEmbedded: true,
  profile,
  account,
  accountId: embeddedAccountId(account),
  market: paper.market,
  baseUrl: paper.baseUrl,
  apiKey: paper.apiKey,
  wallet: null,
  socketHost: null,
  notice: [notice, paper.notice].filter((one) => one !== null).join(' ') || null,
  close: () => paper.close(),
  onEnd: (listener) =>
    paper.onExit((error) => {
      if (error) createLog(paths.logFile).error('the paper service ended', { err: error });
      listener(error?.message ?? 'it ended without giving a reason');
    }),
});
