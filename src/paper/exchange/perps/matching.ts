import Big from 'big.js';
import { heldForOrders, leverageOf, reducibleSize, summarise } from './margin.ts';
import { type MarginAccount, type PerpOrder, smaller } from './margin-account.ts';
import { OrderError } from './order-rules.ts';
import { consume, type Match, matchAgainst } from './perp-book.ts';
import type { PerpMarket } from './perp-market.ts';
import type { PerpMarkets } from './perp-markets.ts';
import { feeRates } from './perp-specs.ts';

/** What matching needs of the exchange around it. */
export interface Venue {
  readonly markets: PerpMarkets;
  nowMs(): number;
  nextOid(): number;
}

/** `limit` rests what does not cross; `ioc` lets it lapse; `market` lapses too and takes any price. */
export type Execution = 'limit' | 'ioc' | 'market';

/**
 * Sends one order to the book; what crosses is filled as taker. A resting order of the same oid is replaced. Throws
 * OrderError, and then nothing has changed.
 */
export function submit(venue: Venue, account: MarginAccount, order: PerpOrder, execution: Execution): void {
  const market = venue.markets.get(order.coin);
  const sz = order.reduceOnly ? clip(account, order) : order.sz;
  const matches = matchAgainst(market.book, order.isBuy, sz, execution === 'market' ? null : order.limitPx);
  if (execution !== 'limit' && matches.length === 0)
    throw new OrderError(`nothing in the ${order.coin} book matches the order`);
  const filled = matches.reduce((sum, match) => sum.plus(match.sz), new Big(0));
  const rest = execution === 'limit' ? sz.minus(filled) : new Big(0);
  if (!order.reduceOnly) checkMargin(venue, account, order, matches, rest);

  consume(market.book, order.isBuy, matches);
  for (const match of matches) fill(venue, account, order, match, feeRates.taker);
  if (rest.gt(0)) account.orders.set(order.oid, { ...order, sz: rest });
  else account.orders.delete(order.oid);
  dropIdleReducers(account, order.coin);
}

/** Fills a resting order whole at its own price, or cancels it when nothing is left to reduce or to margin it with. */
export function fillResting(venue: Venue, account: MarginAccount, order: PerpOrder): void {
  const reducible = reducibleSize(account, order.coin, order.isBuy);
  const opens = !order.reduceOnly && order.sz.gt(reducible);
  const isUnfunded = opens && summarise(account, venue.markets).free.lt(0);
  account.orders.delete(order.oid);
  if (isUnfunded) dropChildren(account, order.oid);
  else {
    const sz = order.reduceOnly ? smaller(order.sz, reducible) : order.sz;
    if (sz.gt(0)) fill(venue, account, order, { px: order.limitPx, sz }, feeRates.maker);
  }
  dropIdleReducers(account, order.coin);
}

/** True while the entry that a take-profit or stop-loss belongs to still rests. */
export const isSleeping = (account: MarginAccount, order: PerpOrder): boolean =>
  order.parentOid !== null && account.orders.has(order.parentOid);

/** Removes an order with the take-profit and stop-loss that hang on it. */
export function removeOrder(account: MarginAccount, oid: number): void {
  account.orders.delete(oid);
  dropChildren(account, oid);
}

function dropChildren(account: MarginAccount, parentOid: number): void {
  for (const order of account.orders.values()) if (order.parentOid === parentOid) account.orders.delete(order.oid);
}

/** A reduce-only order with nothing left to reduce would open a position: the venue cancels it. */
function dropIdleReducers(account: MarginAccount, coin: string): void {
  for (const order of account.orders.values())
    if (order.coin === coin && order.reduceOnly && !isSleeping(account, order))
      if (reducibleSize(account, coin, order.isBuy).eq(0)) account.orders.delete(order.oid);
}

function clip(account: MarginAccount, order: PerpOrder): Big {
  const reducible = reducibleSize(account, order.coin, order.isBuy);
  if (reducible.eq(0)) throw new OrderError(`reduce-only order would not reduce a ${order.coin} position`);
  return smaller(order.sz, reducible);
}

/** Initial margin, taker fee and the immediate loss against the mark must fit into what is free. */
function checkMargin(
  venue: Venue,
  account: MarginAccount,
  order: PerpOrder,
  matches: readonly Match[],
  rest: Big,
): void {
  const { markets } = venue;
  const market = markets.get(order.coin);
  const sz = matches.reduce((sum, match) => sum.plus(match.sz), rest);
  const takenUsd = matches.reduce((sum, match) => sum.plus(match.sz.times(match.px)), new Big(0));
  const averagePx = takenUsd.plus(rest.times(order.limitPx)).div(sz);
  const resting = [...account.orders.values()].filter(({ oid }) => oid !== order.oid);
  const candidate = { ...order, sz, limitPx: averagePx };
  const heldByOthers = heldForOrders(account, markets, resting);
  const increase = heldForOrders(account, markets, [...resting, candidate]).minus(heldByOthers);
  if (increase.lte(0)) return;
  const needed = increase.plus(takenUsd.times(feeRates.taker)).plus(immediateLoss(market, order.isBuy, matches));
  const summary = summarise(account, markets);
  const free = summary.free.plus(summary.heldForOrders).minus(heldByOthers);
  if (free.lt(needed))
    throw new OrderError(
      `not enough free margin: needs ${needed.toFixed(2)} USD, ${free.lt(0) ? '0.00' : free.toFixed(2)} USD is free`,
    );
}

function immediateLoss(market: PerpMarket, isBuy: boolean, matches: readonly Match[]): Big {
  const loss = matches.reduce(
    (sum, { px, sz }) => sum.plus((isBuy ? px.minus(market.markPx) : market.markPx.minus(px)).times(sz)),
    new Big(0),
  );
  return loss.gt(0) ? loss : new Big(0);
}

function fill(venue: Venue, account: MarginAccount, order: PerpOrder, { px, sz }: Match, feeRate: string): void {
  account.applyFill(
    {
      coin: order.coin,
      isBuy: order.isBuy,
      sz,
      px,
      feeRate,
      timeMs: venue.nowMs(),
      oid: order.oid,
      cloid: order.cloid,
    },
    leverageOf(account, venue.markets.get(order.coin)),
  );
}
