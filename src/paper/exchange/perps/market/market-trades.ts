import { fillResting } from '../orders/resting.ts';
import { smaller, zero } from '../perp-records.ts';
import type { CrowdTrade } from './crowd-trade.ts';
import { makersOf, restingOrders, takeFromMakers, walk } from './order-book.ts';
import type { Venue } from './venue.ts';

/** Trades of a market step with the orders resting in a coin's book. */
export function tradeWithResting(venue: Venue, coin: string, crowd: CrowdTrade | undefined): void {
  for (const isBuy of [true, false]) tradeThrough(venue, coin, isBuy);
  if (crowd) crowdTakes(venue, coin, crowd);
}

/**
 * Makers whose quotes cross a resting order trade with it at its price, for their quoted size. The rest of the order
 * waits until they refill, or the market returns.
 */
function tradeThrough(venue: Venue, coin: string, isBuy: boolean): void {
  const makers = makersOf(venue, coin, !isBuy);
  for (const { account, order: listed } of restingOrders(venue, coin, isBuy)) {
    // An earlier fill may have cancelled the order.
    const order = account.orders.get(listed.oid);
    if (!order) continue;
    let offered = zero;
    for (const { px, sz } of makers) {
      if ((isBuy ? px.gt(order.limitPx) : px.lt(order.limitPx)) || offered.gte(order.sz)) break;
      offered = offered.plus(sz);
    }
    if (offered.eq(0)) return;
    let left = fillResting(venue, account, order, offered);
    for (const { px, sz } of [...makers]) {
      if (left.lte(0)) break;
      const taken = smaller(left, sz);
      takeFromMakers(venue, coin, !isBuy, px, taken);
      left = left.minus(taken);
    }
  }
}

/** A market order of the crowd walks the book: makers and resting orders in queue order. */
function crowdTakes(venue: Venue, coin: string, crowd: CrowdTrade): void {
  const isBuy = !crowd.isBuy;
  if (restingOrders(venue, coin, isBuy).length === 0) return;
  let left = crowd.sz;
  for (const { px, sz, own } of [...walkTo(venue, coin, isBuy, crowd)]) {
    if (left.lte(0)) return;
    const order = own?.account.orders.get(own.order.oid);
    if (own && !order) continue;
    const taken = smaller(left, sz);
    if (own && order) left = left.minus(fillResting(venue, own.account, order, taken));
    else {
      takeFromMakers(venue, coin, isBuy, px, taken);
      left = left.minus(taken);
    }
  }
}

/** As many slices as the trade can reach. */
function* walkTo(venue: Venue, coin: string, isBuy: boolean, { sz }: CrowdTrade) {
  let passed = zero;
  for (const slice of walk(venue, coin, isBuy)) {
    if (passed.gte(sz)) return;
    yield slice;
    passed = passed.plus(slice.sz);
  }
}
