import Big from 'big.js';
import { expect, vi } from 'vitest';
import { whole } from '../shapes.ts';
import { type Desk, perpWallet, readUsage } from './desk.ts';
import {
  booksOf,
  cashOf,
  expectBalanced,
  expectBooked,
  keepBooks,
  type LongBooks,
  type PerpMoment,
  paidInto,
  positionOf,
  readPerps,
  since,
  sum,
} from './perp-books.ts';

const coin = 'SOL';
const done = { status: 'success', oid: whole };

/** A whole number of dollars, which every market takes as a price: `share` of the mark. */
async function priceAt({ sdk: { perps } }: Desk, share: string): Promise<string> {
  const { ctx } = await perps.getMarket(coin);
  return new Big(ctx.markPx).times(share).round(0).toFixed();
}

/** An order far below the market is in the list and in the public book, holds margin, is counted, and goes again. */
export async function restingChapter(desk: Desk, startMs: number): Promise<void> {
  const { perps } = desk.sdk;
  const before = await readPerps(desk, startMs);
  const usageBefore = await readUsage(desk);
  const limitPx = await priceAt(desk, '0.5');
  const { results } = await perps.placeOrder({
    ...perpWallet,
    coin,
    isBuy: true,
    orderType: 'limit',
    limitPx,
    sz: '2',
  });
  expect(results).toEqual([done]);
  const oid = results[0]!.oid!;
  expect(await perps.getOrders({ ...perpWallet, coin })).toMatchObject([{ oid, side: 'buy', limitPx, sz: '2' }]);
  // Nobody else quotes at half the price.
  const { bids } = await perps.getMarket(coin);
  expect(bids.at(-1)).toEqual({ price: limitPx, size: '2', numOrders: 1 });
  const usage = await readUsage(desk);
  expect(usage.limitOrdersLastDay - usageBefore.limitOrdersLastDay).toBe(1);
  // It may be filled at its price, whole: that much of the day's purchases it counts as.
  expect(usage.buyUsdLastDay - usageBefore.buyUsdLastDay).toBeCloseTo(2 * Number(limitPx), 6);

  expect((await perps.cancelOrder({ ...perpWallet, coin, oid })).results).toEqual([done]);
  expect(await perps.getOrders({ ...perpWallet, coin })).toEqual([]);
  expect((await perps.getMarket(coin)).bids.filter(({ price }) => price === limitPx)).toEqual([]);
  const after = await readPerps(desk, startMs);
  expect(since(before, after).fills).toEqual([]);
  expectBalanced(before, after);
}

/** A market order with its exits joins a position; half of it is closed, then the rest. Own books say the same at each step. */
export async function tradeChapter(desk: Desk, startMs: number): Promise<void> {
  const { perps } = desk.sdk;
  const { takerRate } = await perps.getFees(perpWallet);
  const before = await readPerps(desk, startMs);
  const { leverageType, leverageValue: leverage } = positionOf(before, coin)!;
  expect(leverageType).toBe('isolated');
  const books = (moment: PerpMoment): LongBooks =>
    keepBooks(booksOf(positionOf(before, coin)!), coin, since(before, moment), { takerRate, leverage });

  const { results } = await perps.placeOrder({
    ...perpWallet,
    coin,
    isBuy: true,
    orderType: 'market',
    sz: '10.25',
    // So far away that no market reaches them within the session.
    tp: { triggerPx: await priceAt(desk, '2') },
    sl: { triggerPx: await priceAt(desk, '0.4') },
  });
  expect(results).toEqual([done, done, done]);
  const [entry, tp, sl] = results.map(({ oid }) => oid!);
  const exits = await perps.getOrders({ ...perpWallet, coin });
  expect(exits).toMatchObject([
    { oid: tp, side: 'sell', sz: '10.25', orderType: 'takeProfitMarket' },
    { oid: sl, side: 'sell', sz: '10.25', orderType: 'stopMarket' },
  ]);
  const opened = await readPerps(desk, startMs);
  const bought = opened.fills.filter(({ oid }) => oid === entry);
  // The book is deep enough for all of it, at one price or several.
  expect(sum(bought.map(({ sz }) => sz)).toFixed()).toBe('10.25');
  expectBooked(positionOf(opened, coin)!, books(opened));
  expectBalanced(before, opened);

  const szi = new Big(positionOf(opened, coin)!.szi);
  const half = (await perps.closePosition({ ...perpWallet, coin, percentage: 50 })).results;
  expect(half).toEqual([done]);
  const halved = await readPerps(desk, startMs);
  // Half, cut to the two decimals of a size.
  expect(sizeOf(halved, half[0]!.oid!)).toBe(szi.div(2).round(2, Big.roundDown).toFixed());
  expectBooked(positionOf(halved, coin)!, books(halved));
  expectBalanced(before, halved);

  const rest = (await perps.closePosition({ ...perpWallet, coin, percentage: 100 })).results;
  expect(rest).toEqual([done]);
  const closed = await readPerps(desk, startMs);
  expect(sizeOf(closed, rest[0]!.oid!)).toBe(positionOf(halved, coin)!.szi);
  expect(positionOf(closed, coin)).toBeUndefined();
  // Its margin is cash again, nothing of its cost is left, and its exits went with it.
  expect(Object.values(books(closed)).map((left: Big) => left.toFixed())).toEqual(['0', '0', '0']);
  expect(await perps.getOrders({ ...perpWallet, coin })).toEqual([]);
  expectBalanced(before, closed);
}

const sizeOf = ({ fills }: PerpMoment, order: number): string =>
  sum(fills.filter(({ oid }) => oid === order).map(({ sz }) => sz)).toFixed();

/** Money moves between cash and an isolated position's margin, and the account is worth the same; then an hour strikes. */
export async function marginChapter(desk: Desk, startMs: number): Promise<PerpMoment> {
  const { perps } = desk.sdk;
  const before = await readPerps(desk, startMs);
  expect(positionOf(before, 'BTC')).toMatchObject({ leverageType: 'isolated' });
  let moved = new Big(0);
  // More in than out, so that the initial margin remains unless BTC crashes meanwhile.
  for (const amount of ['1500', '-250.5']) {
    expect(await perps.updateMargin({ ...perpWallet, coin: 'BTC', amount })).toEqual({ success: true });
    moved = moved.plus(amount);
    expectMargin(before, await readPerps(desk, startMs), moved);
  }
  const calm = await readPerps(desk, startMs);
  const after = await vi.waitFor(
    async () => {
      const moment = await readPerps(desk, startMs);
      expect(since(calm, moment).funding.length).toBeGreaterThan(0);
      return moment;
    },
    { timeout: 60_000, interval: 100 },
  );
  expectMargin(before, after, moved);
  // Every open position has paid or got its part, once for each hour.
  const coins = after.state.positions.map((position) => position.coin).sort();
  const { funding } = since(calm, after);
  for (const paid of Object.values(Object.groupBy(funding, ({ time }) => time)))
    expect(paid!.map((payment) => payment.coin).sort()).toEqual(coins);
  for (const { coin: paidFor, usdc, szi, fundingRate } of funding) {
    const position = positionOf(after, paidFor)!;
    expect(szi).toBe(position.szi);
    // The price that it was paid at is gone; the present one is near enough to tell the sign and the size.
    const due = new Big(fundingRate).times(position.positionValue).times(new Big(szi).s).times(-1);
    expect(new Big(usdc).minus(due).abs().lte(due.abs().times('0.1').plus('0.000001'))).toBe(true);
  }
  return after;
}

/** BTC's margin moved by what was moved and by its funding, which an isolated position pays out of its margin. */
function expectMargin(before: PerpMoment, after: PerpMoment, amount: Big): void {
  const { funding } = since(before, after);
  const paid = sum(funding.filter((payment) => payment.coin === 'BTC').map(({ usdc }) => usdc));
  const margin = (moment: PerpMoment) => paidInto(positionOf(moment, 'BTC')!);
  expect(margin(after).toFixed()).toBe(margin(before).plus(amount).plus(paid).toFixed());
  // To and from the margin is no gain and no loss: the account's money moved by the funding alone.
  expect(cashOf(after).minus(cashOf(before)).toFixed()).toBe(sum(funding.map(({ usdc }) => usdc)).toFixed());
  expectBalanced(before, after);
}
