import type Big from 'big.js';
import type { MarginAccount } from '../margin/margin-account.ts';
import { type PerpOrder, smaller, zero } from '../perp-records.ts';
import type { BookLevel, MakerSide } from './perp-book.ts';
import type { Venue } from './venue.ts';

/** An order of the account that rests in a book. */
export interface Resting {
  readonly account: MarginAccount;
  readonly order: PerpOrder;
}

/** A part of one side of a book, in the order in which takers reach it; `own` is null for makers. */
export interface Slice {
  readonly px: Big;
  readonly sz: Big;
  readonly own: Resting | null;
}

const isBetter = (isBuy: boolean, px: Big, than: Big): boolean => (isBuy ? px.gt(than) : px.lt(than));

export const makersOf = (venue: Venue, coin: string, isBuy: boolean): MakerSide => {
  const market = venue.markets.get(coin);
  return isBuy ? market.bids : market.asks;
};

/** All wallets' limit orders on one side of a book, in price-time priority. */
export function restingOrders(venue: Venue, coin: string, isBuy: boolean): Resting[] {
  const resting: Resting[] = [];
  for (const account of venue.accounts())
    for (const order of account.orders.values())
      if (order.coin === coin && order.isBuy === isBuy && !order.trigger) resting.push({ account, order });
  return resting.sort((a, b) => {
    const byPx = a.order.limitPx.cmp(b.order.limitPx);
    return (isBuy ? -byPx : byPx) || a.order.rank - b.order.rank;
  });
}

/** Walks one side of a book in price-time priority, through makers and resting orders. */
export function* walk(venue: Venue, coin: string, isBuy: boolean): Generator<Slice> {
  const own = restingOrders(venue, coin, isBuy);
  let next = 0;
  const ownSlice = (resting: Resting): Slice => ({ px: resting.order.limitPx, sz: resting.order.sz, own: resting });
  for (const level of makersOf(venue, coin, isBuy)) {
    for (let resting = own[next]; resting && isBetter(isBuy, resting.order.limitPx, level.px); resting = own[++next])
      yield ownSlice(resting);
    let passed = zero;
    for (let resting = own[next]; resting?.order.limitPx.eq(level.px); resting = own[++next]) {
      const ahead = smaller(resting.order.aheadSz, level.sz).minus(passed);
      if (ahead.gt(0)) yield { px: level.px, sz: ahead, own: null };
      if (ahead.gt(0)) passed = passed.plus(ahead);
      yield ownSlice(resting);
    }
    if (level.sz.gt(passed)) yield { px: level.px, sz: level.sz.minus(passed), own: null };
  }
  for (const resting of own.slice(next)) yield ownSlice(resting);
}

/** Takes from the makers; orders queued behind them at that price move up. */
export function takeFromMakers(venue: Venue, coin: string, isBuy: boolean, px: Big, sz: Big): void {
  makersOf(venue, coin, isBuy).take(px, sz);
  for (const { account, order } of restingOrders(venue, coin, isBuy))
    if (order.limitPx.eq(px) && order.aheadSz.gt(0))
      account.orders.set(order.oid, { ...order, aheadSz: order.aheadSz.minus(smaller(sz, order.aheadSz)) });
}

/** One side as the wire shows it: makers and resting orders summed by price, best first. */
export function bookSide(venue: Venue, coin: string, isBuy: boolean): BookLevel[] {
  const makers = [...makersOf(venue, coin, isBuy)];
  const own = restingOrders(venue, coin, isBuy);
  if (own.length === 0) return makers;
  const levels = new Map(makers.map((level) => [level.px.toFixed(), level]));
  for (const { order } of own) {
    const key = order.limitPx.toFixed();
    const { sz, numOrders } = levels.get(key) ?? { sz: zero, numOrders: 0 };
    levels.set(key, { px: order.limitPx, sz: sz.plus(order.sz), numOrders: numOrders + 1 });
  }
  return [...levels.values()].sort((a, b) => (isBuy ? b.px.cmp(a.px) : a.px.cmp(b.px)));
}
