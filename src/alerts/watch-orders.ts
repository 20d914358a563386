import { formatPrice, groupThousands } from '../domain/numbers/format.ts';
import { type Alert, toAlert } from './alert.ts';
import type { AlertFacts, OrderFact, PerpOrderFact } from './alert-facts.ts';
import { isPauseOver } from './level-latch.ts';

/** Progress of an order; it never goes back, so each step is reported at most once. */
type Step = 0 | 1 | 2;

/** By order id. */
export type OrdersState = ReadonlyMap<string, Step>;

/** Keeps this many orders that left the list, because they may come back with their end. */
const keptOrders = 1_000;

const stepOf = ({ isOpen, status }: OrderFact): Step => (isOpen ? 0 : status === 'triggered' ? 1 : 2);

/** Trigger orders that fired or ended without this desk. */
export function watchOrders(
  before: OrdersState | null,
  { orders, ownCancels }: AlertFacts,
): { readonly state: OrdersState | null; readonly alerts: readonly Alert[] } {
  if (!orders) return { state: before, alerts: [] };
  const alerts: Alert[] = [];
  const steps = new Map(before);
  for (const order of orders) {
    const was = before?.get(order.id);
    const is = stepOf(order);
    if (was !== undefined && was >= is) continue;
    steps.delete(order.id);
    steps.set(order.id, is);
    const isOwn = order.status.startsWith('cancel') && ownCancels.has(order.id);
    const isSaid = was === 1 && order.status === 'success';
    if (was !== undefined && !isOwn && !isSaid) alerts.push(orderAlert(order));
  }
  return { state: new Map([...steps].slice(-keptOrders)), alerts };
}

const fired = new Set(['triggered', 'success']);

function orderAlert({ id, status, words }: OrderFact): Alert {
  const hasFired = fired.has(status);
  return toAlert({
    kind: 'order',
    about: `order:${id}`,
    tone: status === 'failed' ? 'error' : hasFired ? 'info' : 'warn',
    text: `Trigger order ${hasFired ? 'fired' : 'ended'} (${status}): ${words}`,
    details: { orderId: id, status, order: words },
  });
}

interface GonePerpOrder {
  readonly order: PerpOrderFact;
  readonly sinceMs: number;
  /** When the list without it was received, wall clock ms. */
  readonly readAtMs: number;
}

export interface PerpOrdersState {
  readonly open: ReadonlyMap<string, PerpOrderFact>;
  /** No longer open. The trades, which may be read later, tell whether it was filled or cancelled. Monotonic ms. */
  readonly gone: ReadonlyMap<string, GonePerpOrder>;
}

const tradesComeWithinMs = 60_000;

/** Perp orders that are no longer open and were at least partly filled. */
export function watchPerpOrders(
  before: PerpOrdersState | null,
  { perpOrders, filled, perpReadAtMs }: AlertFacts,
  nowMs: number,
): { readonly state: PerpOrdersState | null; readonly alerts: readonly Alert[] } {
  if (!perpOrders) return { state: before, alerts: [] };
  const open = new Map(perpOrders.map((order) => [order.oid, order]));
  if (!before) return { state: { open, gone: new Map() }, alerts: [] };
  // The remaining size shrinks with each fill; the size first seen is the requested one.
  for (const [oid, order] of before.open) if (open.has(oid)) open.set(oid, order);
  const gone = new Map(before.gone);
  for (const [oid, order] of before.open)
    if (!open.has(oid)) gone.set(oid, { order, sinceMs: nowMs, readAtMs: perpReadAtMs.orders });
  const alerts: Alert[] = [];
  for (const [oid, { order, sinceMs, readAtMs }] of gone) {
    const size = perpReadAtMs.fills >= readAtMs ? filled.get(oid) : undefined;
    if (size && !open.has(oid)) alerts.push(filledAlert(order, size.toFixed()));
    if (size || open.has(oid) || isPauseOver(sinceMs, nowMs, tradesComeWithinMs)) gone.delete(oid);
  }
  return { state: { open, gone }, alerts };
}

function filledAlert({ oid, coin, side, size, limitPx }: PerpOrderFact, filledSize: string): Alert {
  const sizes = `${groupThousands(filledSize)} of ${groupThousands(size.toFixed())}`;
  return toAlert({
    kind: 'order',
    about: `perp-order:${oid}`,
    tone: 'info',
    text: `Perp order filled: ${side} ${sizes} ${coin} at ${formatPrice(limitPx)}`,
    details: { orderId: oid, coin, side, filledSize, size: size.toFixed(), limitPx },
  });
}
