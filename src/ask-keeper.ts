import type { PlanChanged } from './actions/plans/change-by-line.ts';
import type { NewLine } from './actions/plans/plan-book.ts';
import { readKeeperNote } from './platform/files/keeper-note.ts';
import { askLocal } from './platform/process/local-socket.ts';
import type { Clock } from './platform/time/clock.ts';

/** What a keeper can be asked: to give the account up, to take it now that it is free, or to end. */
export type KeeperRequest = 'hand over' | 'take' | 'stop';

export interface KeeperAnswer {
  /** Why it did not, as the end of a sentence; null: it did. */
  readonly why: string | null;
}

/** How long a desk waits for a keeper, ms. */
export const keeperLimitMs = 5_000;

interface Place {
  readonly stateDir: string;
  readonly clock: Pick<Clock, 'setTimeout' | 'clearTimeout'>;
}

/** Asks a keeper at its socket. Never rejects. */
export async function askKeeper(
  socket: string,
  request: KeeperRequest,
  { clock, limitMs = keeperLimitMs }: Pick<Place, 'clock'> & { readonly limitMs?: number },
): Promise<KeeperAnswer> {
  try {
    const said = await askLocal(socket, { do: request }, { clock, limitMs });
    const { why } = Object(said) as { readonly why?: unknown };
    if (why === null || typeof why === 'string') return { why };
    return { why: 'its answer cannot be read' };
  } catch (error) {
    return { why: (error as Error).message };
  }
}

/** Has the keeper with this process id change a plan. Never rejects. Null: it is no keeper. */
export function askForPlan(
  accountId: string,
  pid: number,
  line: NewLine,
  { stateDir, clock }: Place,
): Promise<PlanChanged> | null {
  const note = readKeeperNote(stateDir, accountId);
  if (note?.pid !== pid) return null;
  return askLocal(note.socket, { do: 'plan', line }, { clock, limitMs: keeperLimitMs }).then(
    (said) => {
      const { id, why } = Object(said) as { readonly id?: unknown; readonly why?: unknown };
      if (typeof id === 'string') return { id };
      return { why: typeof why === 'string' ? why : 'The answer of the keeper cannot be read.' };
    },
    (error: Error) => ({ why: `The keeper does not answer: ${error.message}.` }),
  );
}

/** Asks the keeper with this process id for the account. Null: it is no keeper. */
export function askForAccount(
  accountId: string,
  pid: number | null,
  { stateDir, clock }: Place,
): Promise<KeeperAnswer> | null {
  const note = readKeeperNote(stateDir, accountId);
  return note && (pid === null || note.pid === pid) ? askKeeper(note.socket, 'hand over', { clock }) : null;
}
