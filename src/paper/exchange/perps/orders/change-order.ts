import type { MarginAccount } from '../margin/margin-account.ts';
import { submit } from '../market/matching.ts';
import type { Venue } from '../market/venue.ts';
import type { PerpOrder } from '../perp-records.ts';
import { type CancelBody, itemResult, type Modification, type OrderResult, succeeded } from './order-results.ts';
import {
  checkBand,
  checkNewCloid,
  checkNotional,
  listedMarket,
  OrderError,
  readPrice,
  readSize,
} from './order-rules.ts';
import { removeOrder } from './resting.ts';

/**
 * Changes price and unfilled size of a resting order; the oid stays. A smaller size at the same price keeps its place
 * in the queue; any other change moves it to the end. Throws OrderError and leaves the order unchanged.
 */
export function modify(venue: Venue, account: MarginAccount, change: Modification): OrderResult {
  const market = listedMarket(venue, change.coin);
  const order = findOrder(account, change);
  if (order.isBuy !== change.isBuy) throw new OrderError(`order ${order.oid} cannot change its side`);
  if (order.trigger) throw new OrderError('a take-profit or stop-loss cannot be modified: cancel it and place another');
  if (change.orderType !== undefined && change.orderType.toLowerCase() !== 'limit')
    throw new OrderError(`order type ${change.orderType} is not possible for a resting order`);
  const limitPx = readPrice(change.limitPx, market.spec);
  checkBand(limitPx, market);
  const sz = readSize(change.sz, market.spec);
  if (!order.reduceOnly) checkNotional(sz, limitPx);
  const cloid = change.newCloid ?? order.cloid;
  if (cloid !== null && cloid !== order.cloid) checkNewCloid(account, cloid);
  const changed = { ...order, limitPx, sz, cloid, timestampMs: venue.nowMs() };
  if (limitPx.eq(order.limitPx) && sz.lte(order.sz)) account.orders.set(order.oid, changed);
  else submit(venue, account, { ...changed, rank: venue.nextOid() }, 'limit');
  if (cloid !== null) account.cloids.add(cloid.toLowerCase());
  return succeeded(changed);
}

/** Cancels one order by oid or cloid, or all of a coin; one result per order. */
export function cancel(account: MarginAccount, body: CancelBody): OrderResult[] {
  if (!body.cancelAll)
    return [
      itemResult(() => {
        const order = findOrder(account, body);
        removeOrder(account, order.oid);
        return succeeded(order);
      }, body.cloid),
    ];
  const all = [...account.orders.values()].filter((order) => order.coin === body.coin);
  for (const order of all) account.orders.delete(order.oid);
  return all.map(succeeded);
}

function findOrder(
  account: MarginAccount,
  by: { coin: string; oid?: number | undefined; cloid?: string | undefined },
): PerpOrder {
  const cloid = by.cloid?.toLowerCase();
  const order = [...account.orders.values()].find((candidate) =>
    by.oid === undefined ? cloid !== undefined && candidate.cloid?.toLowerCase() === cloid : candidate.oid === by.oid,
  );
  if (!order) throw new OrderError('Order was never placed, already canceled, or filled.');
  if (order.coin !== by.coin) throw new OrderError(`order ${order.oid} is for ${order.coin}, not ${by.coin}`);
  return order;
}
