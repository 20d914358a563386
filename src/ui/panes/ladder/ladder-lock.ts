import { formatAge } from '../../../domain/numbers/format.ts';
import { isOfUnknownAge } from '../../../stores/freshness.ts';
import type { DeskView } from '../../desk/desk.ts';

/** A book may be this many reads old, but at least as old as a slow answer makes it, ms. */
const readsOld = 2.5;
const leastOldMs = 2_000;

/** Why no order may be entered by the ladder of a market now, such as `book 7 s old`; null if one may. */
export function whyEntryLocked(desk: DeskView, coin: string): string | null {
  const { mode, connection, reconcileSinceMs } = desk.session.getState();
  if (mode === 'replay') return 'recording';
  if (desk.trading.getState().mode === 'halted') return 'halted';
  if (connection.state !== 'connected') return `stream ${connection.state}`;
  const { data, updatedAtMs } = desk.data.market(coin);
  if (!data) return 'no book';
  if (isOfUnknownAge(updatedAtMs, desk.now())) return 'age of the book unknown';
  const ageMs = desk.now() - updatedAtMs;
  if (ageMs > Math.max(desk.refreshMs.markets * readsOld, leastOldMs)) return `book ${formatAge(ageMs)} old`;
  return updatedAtMs < reconcileSinceMs ? 'book from before the interruption' : null;
}
