import { isUnreadable, readable } from '../../protocol/schema.ts';
import type { OperationRecord } from '../../stores/orders/operation-records.ts';
import type { ActionContext } from '../pipeline/action-context.ts';
import { followFills } from './follow-fills.ts';
import { isOfOrder, orderIds } from './order-ids.ts';

/** With one list of open orders, so many orders are looked at: a journal may hold hundreds that rested once. */
const mostAtOnce = 3;
/** An order that proves to rest after all is not looked at again for so long, ms. */
const againMs = 60_000;

/**
 * Reads the fills again of orders that rested when they were read, once the list of open orders does not have them any more:
 * until then the journal says that they rest. Only while this program holds the account. Returns a function that stops it.
 */
export function followResting(context: ActionContext): () => void {
  const { data, records, trading, timers, clock } = context;
  const lookedAtMs = new Map<string, number>();
  let listedAtMs = 0;
  const isDue = (id: string): boolean => clock.monotonic() - (lookedAtMs.get(id) ?? -againMs) >= againMs;
  return data.subscribe(() => {
    const { data: open, updatedAtMs } = data.read('perpOrders');
    const isHeld = trading.getState().lock === null && !timers.isStopped;
    if (!isHeld || !open || updatedAtMs === listedAtMs) return;
    listedAtMs = updatedAtMs;
    // An unreadable row may be any of them.
    if (open.some(isUnreadable)) return;
    const { records: all } = records.getState();
    const rows = readable(open);
    const isListed = (record: OperationRecord): boolean => {
      const ids = orderIds(record, all);
      return rows.some((order) => isOfOrder(ids, order));
    };
    const gone = all.filter((record) => record.fills?.state === 'open' && isDue(record.id) && !isListed(record));
    for (const { id } of gone.slice(-mostAtOnce)) {
      lookedAtMs.set(id, clock.monotonic());
      followFills(context, id);
    }
  });
}
