import { existsSync } from 'node:fs';
import type { DeskModel } from '../../compose.ts';
import { profileFile } from '../../platform/files/paths.ts';
import { writePrivateFile } from '../../platform/files/private-file.ts';
import type { CommandIo } from '../command.ts';
import type { OpenService } from './open-service.ts';

/** Options for opening the desk. */
export interface DeskChoice {
  /** Show the tour. */
  readonly isTour: boolean;
}

/** Maximum wait of the first frame for data. */
const firstAnswersMs = 250;

/** Resolves when the tables have data or an error to show, or after the maximum wait. */
export function firstAnswers({ data }: DeskModel, { clock }: CommandIo): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      stopListening();
      clock.clearTimeout(timer);
      resolve();
    };
    const timer = clock.setTimeout(end, firstAnswersMs);
    const stopListening = data.subscribe(() => {
      const reads = (['positions', 'markets', 'orders', 'balances'] as const).map((name) => data.read(name));
      if (reads.every(({ data: answer, problem }) => answer !== undefined || problem)) end();
    });
  });
}

/**
 * Whether to show the tour: always on request, and at the first start of a saved paper account. Records that it was
 * shown; if that fails, it is shown again next time.
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
