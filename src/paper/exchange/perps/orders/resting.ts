import type Big from 'big.js';
import { leverageOf, reducibleSize, summarise } from '../margin/margin.ts';
import type { MarginAccount } from '../margin/margin-account.ts';
import { feeRates } from '../market/perp-specs.ts';
import type { Venue } from '../market/venue.ts';
import { type PerpOrder, smaller, zero } from '../perp-records.ts';

/**
 * Fills up to `sz` of a resting order at its own price, as maker. An order with nothing to reduce, or without margin,
 * is cancelled. Returns the filled size.
 */
export function fillResting(venue: Venue, account: MarginAccount, order: PerpOrder, sz: Big): Big {
  const { coin, isBuy, oid, cloid } = order;
  const reducible = reducibleSize(account, coin, isBuy);
  const opens = !order.reduceOnly && order.sz.gt(reducible);
  if (opens && summarise(account, venue.markets).free.lt(0)) {
    // What it already filled keeps its take-profit and stop-loss.
    if (account.fills.some((fill) => fill.oid === oid)) account.orders.delete(oid);
    else removeOrder(account, oid);
    return zero;
  }
  const filled = smaller(sz, order.reduceOnly ? smaller(order.sz, reducible) : order.sz);
  if (filled.lt(order.sz)) account.orders.set(oid, { ...order, sz: order.sz.minus(filled), aheadSz: zero });
  else account.orders.delete(oid);
  if (filled.gt(0))
    account.applyFill(
      { coin, isBuy, sz: filled, px: order.limitPx, feeRate: feeRates.maker, timeMs: venue.nowMs(), oid, cloid },
      leverageOf(account, venue.markets.get(coin)),
    );
  dropIdleReducers(account, coin);
  return filled;
}

/** True while the entry of a take-profit or stop-loss is still resting. */
export const isSleeping = (account: MarginAccount, order: PerpOrder): boolean =>
  order.parentOid !== null && account.orders.has(order.parentOid);

/** Removes an order with its take-profit and stop-loss. */
export function removeOrder(account: MarginAccount, oid: number): void {
  account.orders.delete(oid);
  for (const order of account.orders.values()) if (order.parentOid === oid) account.orders.delete(order.oid);
}

/** A reduce-only order with nothing left to reduce would open a position: the venue cancels it. */
export function dropIdleReducers(account: MarginAccount, coin: string): void {
  for (const order of account.orders.values())
    if (order.coin === coin && order.reduceOnly && !isSleeping(account, order))
      if (reducibleSize(account, coin, order.isBuy).eq(0)) account.orders.delete(order.oid);
}
