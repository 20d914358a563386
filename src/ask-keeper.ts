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

/** Asks the keeper with this process id for the account. Null: it is no keeper. */
export function askForAccount(
  accountId: string,
  pid: number | null,
  { stateDir, clock }: Place,
): Promise<KeeperAnswer> | null {
  const note = readKeeperNote(stateDir, accountId);
  return note && (pid === null || note.pid === pid) ? askKeeper(note.socket, 'hand over', { clock }) : null;
}
