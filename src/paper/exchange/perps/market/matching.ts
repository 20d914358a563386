import type Big from 'big.js';
import { heldForOrders, leverageOf, reducibleSize, summarisePositions } from '../margin/margin.ts';
import type { MarginAccount } from '../margin/margin-account.ts';
import { OrderError } from '../orders/order-rules.ts';
import { dropIdleReducers, removeOrder } from '../orders/resting.ts';
import { type PerpOrder, smaller, zero } from '../perp-records.ts';
import { makersOf, type Resting, takeFromMakers, walk } from './order-book.ts';
import type { PerpMarket } from './perp-market.ts';
import { feeRates } from './perp-specs.ts';
import type { Venue } from './venue.ts';

/** `limit` rests the unfilled part; `ioc` cancels it; `market` cancels it too and accepts any price. */
export type Execution = 'limit' | 'ioc' | 'market';

/** A part of an order matched at one price. */
interface Match {
  readonly px: Big;
  readonly sz: Big;
}

/** A taker's fills from the makers, and the user's own orders in the way. */
interface Plan {
  readonly matches: readonly Match[];
  readonly inTheWay: readonly Resting[];
  readonly filledSz: Big;
}

/**
 * Sends one order to the book; the crossing part fills as taker. Replaces a resting order with the same oid. Orders of
 * the same user never trade with each other: the resting one is cancelled. Throws OrderError without changing anything.
 */
export function submit(venue: Venue, account: MarginAccount, order: PerpOrder, execution: Execution): void {
  const sz = order.reduceOnly ? clip(account, order) : order.sz;
  const plan = planTaking(venue, order, sz, execution === 'market' ? null : order.limitPx);
  if (execution !== 'limit' && plan.matches.length === 0)
    throw new OrderError(
      execution === 'market'
        ? 'No liquidity available for market order.'
        : 'Order could not immediately match against any resting orders.',
    );
  const rest = execution === 'limit' ? sz.minus(plan.filledSz) : zero;
  if (!order.reduceOnly) checkMargin(venue, account, order, plan, rest);
  account.orders.delete(order.oid);
  take(venue, account, order, plan);
  if (rest.gt(0)) {
    const aheadSz = makersOf(venue, order.coin, order.isBuy).sizeAt(order.limitPx);
    account.orders.set(order.oid, { ...order, sz: rest, aheadSz });
  }
  dropIdleReducers(account, order.coin);
}

/** Executes a reduce-only order in the book for a liquidation, at any price. */
export function closeInBook(venue: Venue, account: MarginAccount, order: PerpOrder, direction: string): void {
  take(venue, account, order, planTaking(venue, order, order.sz, null), direction);
  dropIdleReducers(account, order.coin);
}

function planTaking(venue: Venue, order: PerpOrder, sz: Big, limitPx: Big | null): Plan {
  const matches: Match[] = [];
  const inTheWay: Resting[] = [];
  let left = sz;
  for (const slice of walk(venue, order.coin, !order.isBuy)) {
    if (left.lte(0) || (limitPx && (order.isBuy ? slice.px.gt(limitPx) : slice.px.lt(limitPx)))) break;
    if (slice.own) {
      inTheWay.push(slice.own);
      continue;
    }
    const taken = smaller(left, slice.sz);
    left = left.minus(taken);
    const last = matches.at(-1);
    if (last?.px.eq(slice.px)) matches[matches.length - 1] = { px: last.px, sz: last.sz.plus(taken) };
    else matches.push({ px: slice.px, sz: taken });
  }
  return { matches, inTheWay, filledSz: sz.minus(left) };
}

function take(
  venue: Venue,
  account: MarginAccount,
  order: PerpOrder,
  { matches, inTheWay }: Plan,
  direction?: string,
): void {
  for (const own of inTheWay) removeOrder(own.account, own.order.oid);
  const setting = leverageOf(account, venue.markets.get(order.coin));
  for (const { px, sz } of matches) {
    takeFromMakers(venue, order.coin, !order.isBuy, px, sz);
    const { coin, isBuy, oid, cloid } = order;
    const fill = { coin, isBuy, sz, px, feeRate: feeRates.taker, timeMs: venue.nowMs(), oid, cloid, direction };
    account.applyFill(fill, setting);
  }
}

function clip(account: MarginAccount, order: PerpOrder): Big {
  const reducible = reducibleSize(account, order.coin, order.isBuy);
  if (reducible.eq(0)) throw new OrderError('Reduce only order would increase position.');
  return smaller(order.sz, reducible);
}

/** Initial margin, taker fee and the immediate loss against the mark must fit into the free margin. */
function checkMargin(venue: Venue, account: MarginAccount, order: PerpOrder, plan: Plan, rest: Big): void {
  const { markets } = venue;
  const { matches } = plan;
  const takenUsd = matches.reduce((sum, match) => sum.plus(match.sz.times(match.px)), zero);
  const sz = plan.filledSz.plus(rest);
  const averagePx = takenUsd.plus(rest.times(order.limitPx)).div(sz);
  const leaving = new Set([order.oid, ...plan.inTheWay.map((own) => own.order.oid)]);
  const resting = [...account.orders.values()].filter(({ oid }) => !leaving.has(oid));
  const candidate = { ...order, sz, limitPx: averagePx };
  const heldByOthers = heldForOrders(account, markets, resting);
  const increase = heldForOrders(account, markets, [...resting, candidate]).minus(heldByOthers);
  if (increase.lte(0)) return;
  const loss = immediateLoss(markets.get(order.coin), order.isBuy, matches);
  const needed = increase.plus(takenUsd.times(feeRates.taker)).plus(loss);
  const { crossValue, crossInitial } = summarisePositions(account, markets);
  const free = crossValue.minus(crossInitial).minus(heldByOthers);
  if (free.lt(needed)) throw new OrderError('Insufficient margin to place order.');
}

function immediateLoss(market: PerpMarket, isBuy: boolean, matches: readonly Match[]): Big {
  const loss = matches.reduce(
    (sum, { px, sz }) => sum.plus((isBuy ? px.minus(market.markPx) : market.markPx.minus(px)).times(sz)),
    zero,
  );
  return loss.gt(0) ? loss : zero;
}
