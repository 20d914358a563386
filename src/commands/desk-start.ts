import { existsSync } from 'node:fs';
import type { DeskModel } from '../compose.ts';
import { profileFile } from '../platform/paths.ts';
import { writePrivateFile } from '../platform/private-file.ts';
import type { CommandIo } from './command.ts';
import type { OpenService } from './open-service.ts';

/** How a person wants the desk to open. */
export interface DeskChoice {
  /** Be shown round. */
  readonly isTour: boolean;
}

/** How long the first frame may wait for data. */
const firstAnswersMs = 250;

/** Resolves when the tables have an answer or a problem to show, or have waited long enough. */
export function firstAnswers({ data }: DeskModel, { clock }: CommandIo): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      stopListening();
      clock.clearTimeout(timer);
      resolve();
    };
    const timer = clock.setTimeout(end, firstAnswersMs);
    const stopListening = data.onChange(() => {
      const reads = (['positions', 'markets', 'orders', 'balances'] as const).map((name) => data.read(name));
      if (reads.every(({ data: answer, problem }) => answer !== undefined || problem)) end();
    });
  });
}

/**
 * Whether a person is to be shown round: who asks for it always is, and who opens the desk's own paper account for the
 * first time; not where nothing of it is kept. That it was shown is written down, and where that fails it is shown again.
 */
export function chooseTour(
  { mode, profile, isEmbedded }: Pick<OpenService, 'mode' | 'profile' | 'isEmbedded'>,
  asked: { readonly tour?: boolean | undefined; readonly ephemeral?: boolean | undefined },
  { paths, clock }: CommandIo,
): boolean {
  if (asked.tour || asked.ephemeral || !isEmbedded) return asked.tour === true;
  const file = profileFile(paths.stateDir, { mode, profile }, 'tour');
  if (existsSync(file)) return false;
  try {
    writePrivateFile(file, `${JSON.stringify({ seenAt: new Date(clock.now()).toISOString() })}\n`);
  } catch {
    // The next start shows it again.
  }
  return true;
}
