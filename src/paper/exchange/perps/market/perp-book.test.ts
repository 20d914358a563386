import { describe, expect, it } from 'vitest';
import { perpFills } from '../../../../protocol/endpoints/perp-account.ts';
import { perpMarket } from '../../../../protocol/endpoints/perp-markets.ts';
import {
  cancelPerpOrder,
  modifyPerpOrder,
  perpOrders,
  placePerpOrder,
} from '../../../../protocol/endpoints/perp-orders.ts';
import { big, openPerpLab } from '../perp-lab.fixture.ts';
import { tradeWithResting } from './market-trades.ts';
import { bookSide } from './order-book.ts';

const walletId = 'wal_perp';
type Lab = ReturnType<typeof openPerpLab>;

const bookOf = ({ call }: Lab, coin: string) => {
  const { bids, asks } = call(perpMarket, { params: { coin } });
  return { bids: bids ?? [], asks: asks ?? [] };
};
const rest = ({ call }: Lab, coin: string, isBuy: boolean, limitPx: string, sz: string): number =>
  call(placePerpOrder, { body: { walletId, coin, isBuy, limitPx, sz } }).results[0]?.oid ?? 0;
const left = ({ call }: Lab, oid: number): string | undefined =>
  call(perpOrders, {}).find((order) => order.oid === oid)?.sz;
const fillsOf = ({ call }: Lab, coin: string) => call(perpFills, { query: { start_time: 0, coin } });

/** What the crowd trades in one step, as if it were drawn. */
const crowd = ({ perps }: Lab, coin: string, isBuy: boolean, sz: string) =>
  tradeWithResting(perps.venue, coin, { isBuy, sz: big(sz) });

describe('a resting order in the book', () => {
  it('adds to a maker’s level, and is a level of its own where there is none', () => {
    const lab = openPerpLab();
    const [best] = bookOf(lab, 'JUP').bids;
    rest(lab, 'JUP', true, String(best?.price), '700');
    expect(bookOf(lab, 'JUP').bids[0]).toEqual({
      price: best?.price,
      size: big(best?.size).plus(700).toFixed(),
      numOrders: (best?.numOrders ?? 0) + 1,
    });
    rest(lab, 'JUP', true, '0.2', '500');
    expect(bookOf(lab, 'JUP').bids.at(-1)).toEqual({ price: '0.2', size: '500', numOrders: 1 });
  });

  it('waits for what queues before it, then fills in part, at its price and as maker', () => {
    const lab = openPerpLab();
    const [best] = bookOf(lab, 'JUP').bids;
    const oid = rest(lab, 'JUP', true, String(best?.price), '700');
    crowd(lab, 'JUP', false, big(best?.size).minus(50).toFixed());
    expect(left(lab, oid)).toBe('700');
    crowd(lab, 'JUP', false, '300');
    expect(left(lab, oid)).toBe('450');
    crowd(lab, 'JUP', false, '1000');
    expect(left(lab, oid)).toBeUndefined();
    const fills = fillsOf(lab, 'JUP');
    expect(fills.map(({ px, sz }) => [px, sz])).toEqual([
      [best?.price, '450'],
      [best?.price, '250'],
    ]);
    expect(big(fills[1]?.fee).toFixed()).toBe(big(best?.price).times('250').times('0.00015').round(6, 3).toFixed());
  });

  it('keeps its place when only its size shrinks, and loses it otherwise', () => {
    const lab = openPerpLab();
    const price = String(bookOf(lab, 'JUP').bids[0]?.price);
    const ahead = big(bookOf(lab, 'JUP').bids[0]?.size).toFixed();
    const first = rest(lab, 'JUP', true, price, '700');
    const second = rest(lab, 'JUP', true, price, '700');
    const change = { walletId, coin: 'JUP', isBuy: true, limitPx: price, oid: first };
    lab.call(modifyPerpOrder, { body: { ...change, sz: '400' } });
    crowd(lab, 'JUP', false, ahead);
    crowd(lab, 'JUP', false, '100');
    expect([left(lab, first), left(lab, second)]).toEqual(['300', '700']);
    lab.call(modifyPerpOrder, { body: { ...change, sz: '500' } });
    crowd(lab, 'JUP', false, '100');
    expect([left(lab, first), left(lab, second)]).toEqual(['500', '600']);
  });

  it('fills as far as the makers who come across it have size, and goes on when they are back', () => {
    const lab = openPerpLab();
    const price = lab.priceUsd('MON');
    // The makers' mid is a premium away from the oracle.
    const limitPx = (Number(bookOf(lab, 'MON').bids[0]?.price) * 0.99).toFixed(5);
    const oid = rest(lab, 'MON', true, limitPx, '800000');
    lab.setPrice('MON', price * 0.98985);
    const after = big(left(lab, oid));
    expect(after.gt(0) && after.lt(800_000)).toBe(true);
    const { bids, asks } = bookOf(lab, 'MON');
    expect(bids[0]).toMatchObject({ price: big(limitPx).toFixed() });
    expect(big(asks[0]?.price).gt(limitPx)).toBe(true);
    expect(fillsOf(lab, 'MON').every(({ px }) => px === big(limitPx).toFixed())).toBe(true);
    // Lower, since the makers' mid has moved by itself meanwhile.
    lab.setPrices({ MON: price * 0.988 }, 60_000);
    expect(big(left(lab, oid) ?? 0).lt(after)).toBe(true);
  });

  it('is cancelled by an order of the same user that would trade with it', () => {
    const lab = openPerpLab();
    const price = String(bookOf(lab, 'JUP').bids[0]?.price);
    const oid = rest(lab, 'JUP', true, price, '700');
    const sz = big(bookOf(lab, 'JUP').bids[0]?.size).plus(100).toFixed();
    lab.call(placePerpOrder, { body: { walletId, coin: 'JUP', isBuy: false, sz } });
    expect(left(lab, oid)).toBeUndefined();
    expect(fillsOf(lab, 'JUP').every(({ side }) => side === 'sell')).toBe(true);
    expect(lab.position('JUP')?.szi).toBe(`-${sz}`);
  });
});

it('cancels an entry that can no longer be paid for; what it filled keeps its stop-loss', () => {
  for (const [filled, stops] of [
    ['0', 0],
    ['100', 1],
  ] as const) {
    const lab = openPerpLab();
    const [best] = bookOf(lab, 'JUP').bids;
    const entry = { walletId, coin: 'JUP', isBuy: true, limitPx: String(best?.price), sz: '700' };
    lab.call(placePerpOrder, { body: { ...entry, sl: { triggerPx: '0.2' } } });
    crowd(lab, 'JUP', false, big(best?.size).plus(filled).toFixed());
    lab.perps.accounts.get(walletId).deposit(big('-20000'));
    crowd(lab, 'JUP', false, '100');
    expect(lab.call(perpOrders, { query: { coin: 'JUP' } })).toHaveLength(stops);
    expect(lab.position('JUP')?.szi).toBe(filled === '0' ? undefined : filled);
  }
});

it('takes a thousand open orders of a wallet, and then only what reduces', () => {
  const { perps } = openPerpLab();
  const account = perps.accounts.get(walletId);
  const order = [...account.orders.values()][1];
  if (!order) throw new Error('nothing is seeded');
  for (let oid = 1; account.orders.size < 1000; oid++) account.orders.set(oid, { ...order, oid, reduceOnly: true });
  const entry = { walletId, coin: 'ETH', isBuy: false, sz: '0.1', limitPx: '5000' };
  expect(perps.place(entry).results).toMatchObject([{ status: 'error', error: expect.stringMatching(/1000 orders/) }]);
  expect(perps.close({ walletId, coin: 'BTC', percentage: 100 }).results).toMatchObject([{ status: 'success' }]);
});

describe('taking from the book', () => {
  it('moves the price, which comes back as the makers do', () => {
    const lab = openPerpLab();
    const { asks } = bookOf(lab, 'WIF');
    const mark = lab.call(perpMarket, { params: { coin: 'WIF' } }).ctx.markPx;
    const sz = big(asks[0]?.size).plus(big(asks[1]?.size)).plus(1).toFixed();
    lab.call(placePerpOrder, { body: { walletId, coin: 'WIF', isBuy: true, sz } });
    const after = lab.call(perpMarket, { params: { coin: 'WIF' } });
    expect(after.asks?.[0]?.price).toBe(asks[2]?.price);
    expect(big(after.ctx.midPx).gt(big(asks[0]?.price))).toBe(true);
    expect(after.ctx.markPx).toBe(mark);
    lab.setPrices({ WIF: lab.priceUsd('WIF') }, 30_000);
    expect(bookSide(lab.perps.venue, 'WIF', false)[0]?.px.toFixed()).not.toBe(asks[2]?.price);
  });
});

describe('a cloid', () => {
  it('names one order for ever, also a cancelled one', () => {
    const { call } = openPerpLab();
    const cloid = `0x${'Ab'.repeat(16)}`;
    const body = { walletId, coin: 'SOL', isBuy: true, limitPx: '100', sz: '1' };
    call(placePerpOrder, { body: { ...body, cloid } });
    call(cancelPerpOrder, { body: { walletId, coin: 'SOL', cloid } });
    const { results } = call(placePerpOrder, { body: { ...body, cloid: cloid.toLowerCase() } });
    expect(results).toMatchObject([{ status: 'error', error: expect.stringMatching(/used before/) }]);
  });
});

describe('grouping', () => {
  const entry = { walletId, coin: 'LINK', isBuy: true, sz: '50', sl: { triggerPx: '13' } };

  it('positionTpsl closes the whole position, the others the entry’s size', () => {
    for (const [grouping, expected] of [
      ['normalTpsl', '50'],
      ['positionTpsl', undefined],
    ] as const) {
      const lab = openPerpLab();
      lab.call(placePerpOrder, { body: { ...entry, grouping } });
      lab.call(placePerpOrder, { body: { walletId, coin: 'LINK', isBuy: true, sz: '50' } });
      lab.setPrice('LINK', 12.9);
      expect(lab.position('LINK')?.szi).toBe(expected);
    }
  });

  it('refuses one that nobody knows', () => {
    const { call } = openPerpLab();
    expect(call(placePerpOrder, { body: { ...entry, grouping: 'oco' } }).results).toEqual([
      { status: 'error', error: expect.stringMatching(/grouping oco/) },
      { status: 'error', error: expect.any(String) },
    ]);
  });
});
