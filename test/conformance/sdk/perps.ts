import Big from 'big.js';
import { expect, test } from 'vitest';
import type { Peer } from '../peer.ts';
import { decimal, expectEach, flag, text, whole } from '../shapes.ts';

const wallet = { walletId: 'wal_perp' };
const level = { price: decimal, size: decimal, numOrders: whole };
const market = {
  meta: { name: text, assetIndex: whole, szDecimals: whole, maxLeverage: whole, onlyIsolated: flag },
  ctx: {
    markPx: decimal,
    midPx: decimal,
    oraclePx: decimal,
    prevDayPx: decimal,
    dayNtlVlm: decimal,
    funding: decimal,
    openInterest: decimal,
    premium: decimal,
  },
  asks: expect.any(Array),
  bids: expect.any(Array),
};
const success = (oid: unknown = whole) => ({ results: [{ status: 'success', oid }] });
const refused = { status: 'error', error: text };

/** Perpetual markets, orders and positions. */
export function perpOperations({ sdk: { perps } }: Peer): void {
  const position = async (coin: string) => (await perps.getPositions()).positions.find((p) => p.coin === coin)!;
  const orderOf = async (oid: number) => (await perps.getOrders(wallet)).find((o) => o.oid === oid);

  test('every market has its rules, its prices and a book that does not cross', async () => {
    const markets = await perps.getMarkets();
    expectEach(markets, market);
    for (const { asks, bids, ctx } of markets) {
      expectEach([...asks, ...bids], level);
      expect(asks.map(({ price }) => Number(price))).toEqual(
        asks.map(({ price }) => Number(price)).toSorted((a, b) => a - b),
      );
      expect(bids.map(({ price }) => Number(price))).toEqual(
        bids.map(({ price }) => Number(price)).toSorted((a, b) => b - a),
      );
      expect(Number(bids[0]!.price)).toBeLessThan(Number(asks[0]!.price));
      expect(Number(ctx.midPx)).toBeGreaterThanOrEqual(Number(bids[0]!.price));
      expect(Number(ctx.midPx)).toBeLessThanOrEqual(Number(asks[0]!.price));
    }
    const eth = await perps.getMarket('ETH');
    expect(eth).toEqual({ ...market, meta: markets.find(({ meta }) => meta.name === 'ETH')!.meta });
    await expect(perps.getMarket('NONE')).rejects.toMatchObject({ status: 404, apiCode: 'NOT_FOUND' });
  });

  test('the account adds up: its value is the balance and what the positions have made', async () => {
    const state = await perps.getPositions(wallet);
    expect(state).toEqual({
      accountValue: decimal,
      totalMarginUsed: decimal,
      totalNtlPos: decimal,
      withdrawable: decimal,
      positions: expect.any(Array),
      spotBalances: [{ coin: 'USDC', hold: decimal, total: decimal }],
    });
    expectEach(state.positions, {
      coin: text,
      szi: decimal,
      entryPx: decimal,
      unrealizedPnl: decimal,
      returnOnEquity: decimal,
      liquidationPx: decimal,
      leverageType: expect.toBeOneOf(['cross', 'isolated']),
      leverageValue: decimal,
      marginUsed: decimal,
      positionValue: decimal,
    });
    const made = state.positions.reduce((sum, { unrealizedPnl }) => sum.plus(unrealizedPnl), new Big(0));
    expect(new Big(state.spotBalances![0]!.total).plus(made).toFixed()).toBe(new Big(state.accountValue).toFixed());
    const notional = state.positions.reduce((sum, { positionValue }) => sum.plus(positionValue), new Big(0));
    expect(notional.toFixed()).toBe(new Big(state.totalNtlPos).toFixed());
    expect(state.positions.some(({ szi }) => szi.startsWith('-'))).toBe(true);

    expect(await perps.getAccount(wallet)).toEqual({
      accountValue: decimal,
      withdrawable: decimal,
      spotBalances: [{ coin: 'USDC', hold: decimal, total: state.spotBalances![0]!.total }],
    });
    expect(await perps.getFees(wallet)).toEqual({
      dailyVolume: decimal,
      makerRate: '0.00015',
      takerRate: '0.00045',
      referralDiscount: decimal,
    });
    expect(await perps.getPositions({ walletId: 'wal_sniper' })).toMatchObject({ accountValue: '0', positions: [] });
    await expect(perps.getPositions({ walletId: 'wal_none' })).rejects.toMatchObject({
      status: 404,
      apiCode: 'NOT_FOUND',
    });
  });

  test('an order rests, is changed alone and in a batch, and is cancelled', async () => {
    const cloid = `0x${'ab'.repeat(16)}`;
    const buy = { ...wallet, coin: 'ETH', isBuy: true, orderType: 'limit' };
    const placed = await perps.placeOrder({ ...buy, limitPx: '1000', sz: '0.05', cloid });
    expect(placed).toEqual({ results: [{ status: 'success', oid: whole, cloid }] });
    const oid = placed.results[0]!.oid!;
    const resting = {
      coin: 'ETH',
      side: 'buy',
      limitPx: '1000',
      sz: '0.05',
      oid,
      timestamp: whole,
      orderType: 'limit',
      cloid,
    };
    expect(await orderOf(oid)).toEqual(resting);
    expect((await perps.getOrders({ ...wallet, coin: 'SOL' })).every(({ coin }) => coin === 'SOL')).toBe(true);

    await perps.modifyOrder({ ...buy, oid, limitPx: '1100', sz: '0.06' });
    expect(await orderOf(oid)).toEqual({ ...resting, limitPx: '1100', sz: '0.06' });
    const change = { coin: 'ETH', isBuy: true, orderType: 'limit' };
    const batch = await perps.batchModifyOrders({
      ...wallet,
      modifications: [
        { ...change, cloid, limitPx: '1200', sz: '0.07' },
        { ...change, oid: 1, limitPx: '1200', sz: '0.07' },
        { ...change, oid, limitPx: '1200.123', sz: '0.07' },
      ],
    });
    expect(batch.results).toEqual([{ status: 'success', oid, cloid }, refused, refused]);
    expect(await orderOf(oid)).toEqual({ ...resting, limitPx: '1200', sz: '0.07' });

    const { results } = await perps.cancelOrder({ ...wallet, coin: 'ETH', cloid });
    expect(results).toEqual([{ status: 'success', oid, cloid }]);
    expect(await orderOf(oid)).toBeUndefined();
    expect((await perps.cancelOrder({ ...wallet, coin: 'ETH', oid })).results).toEqual([refused]);
  });

  test('an entry brings its take profit and stop loss; all orders of a coin are cancelled together', async () => {
    const entry = { ...wallet, coin: 'SOL', isBuy: true, orderType: 'limit', limitPx: '50', sz: '1' };
    const { results } = await perps.placeOrder({ ...entry, tp: { triggerPx: '80' }, sl: { triggerPx: '40' } });
    expect(results).toEqual([success(), success(), success()].flatMap((one) => one.results));
    // The exits are listed once the entry is filled.
    const oids = (await perps.getOrders({ ...wallet, coin: 'SOL' })).map(({ oid }) => oid);
    expect(oids).toContain(results[0]?.oid);
    expect(oids).not.toContain(results[1]?.oid);
    await perps.cancelOrder({ ...wallet, coin: 'SOL', cancelAll: true });
    expect(await perps.getOrders({ ...wallet, coin: 'SOL' })).toEqual([]);
  });

  test('half a position is closed, then all of it, and the fills tell', async () => {
    const before = await position('ETH');
    const closed = await perps.closePosition({ ...wallet, coin: 'ETH', percentage: 50 });
    expect(closed).toEqual(success());
    const after = await position('ETH');
    expect(new Big(after.szi).times(2).toFixed()).toBe(before.szi);
    expect(after.entryPx).toBe(before.entryPx);

    const fills = await perps.getFills({ ...wallet, startTime: Date.now() - 60_000, coin: 'ETH' });
    expectEach(fills, {
      coin: 'ETH',
      side: 'buy',
      px: decimal,
      sz: decimal,
      fee: decimal,
      closedPnl: decimal,
      time: whole,
      oid: closed.results[0]!.oid,
      startPosition: decimal,
      direction: 'Close Short',
    });
    const filled = fills.reduce((sum, { sz }) => sum.plus(sz), new Big(0));
    expect(filled.toFixed()).toBe(new Big(after.szi).minus(before.szi).toFixed());

    expect(await perps.closePosition({ ...wallet, coin: 'ETH' })).toEqual(success());
    expect(await position('ETH')).toBeUndefined();
    expect(await perps.closePosition({ ...wallet, coin: 'ETH' })).toEqual({ results: [refused] });
  });

  test('leverage is set within the market’s limit', async () => {
    const { meta } = await perps.getMarket('BTC');
    expect(await perps.updateLeverage({ ...wallet, coin: 'BTC', leverage: 8 })).toEqual({ success: true });
    expect(await position('BTC')).toMatchObject({ leverageType: 'isolated', leverageValue: '8' });
    const tooHigh = { ...wallet, coin: 'BTC', leverage: meta.maxLeverage + 1 };
    expect(await perps.updateLeverage(tooHigh)).toEqual({ success: false, error: text });
  });

  test('isolated margin moves by exactly the amount, both ways', async () => {
    const margin = async () => {
      const { marginUsed, unrealizedPnl } = await position('BTC');
      return new Big(marginUsed).minus(unrealizedPnl);
    };
    const before = await margin();
    expect(await perps.updateMargin({ ...wallet, coin: 'BTC', amount: '12.5' })).toEqual({ success: true });
    expect((await margin()).minus(before).toFixed()).toBe('12.5');
    expect(await perps.updateMargin({ ...wallet, coin: 'BTC', amount: '-2.5' })).toEqual({ success: true });
    expect((await margin()).minus(before).toFixed()).toBe('10');
    const tooMuch = await perps.updateMargin({ ...wallet, coin: 'BTC', amount: '9999999' });
    expect(tooMuch).toEqual({ success: false, error: text });
  });

  test('funding payments of a period', async () => {
    const endTime = Date.now();
    const startTime = endTime - 6 * 3_600_000;
    const payments = await perps.getFunding({ ...wallet, startTime, endTime, coin: 'BTC' });
    expectEach(payments, { coin: 'BTC', usdc: decimal, fundingRate: decimal, szi: decimal, time: whole });
    expect(payments.every(({ time }) => time >= startTime && time <= endTime)).toBe(true);
    // A long pays where the rate is positive.
    const paid = payments.every(({ usdc, fundingRate, szi }) => new Big(usdc).s === -new Big(fundingRate).times(szi).s);
    expect(paid).toBe(true);
  });
}
