import { describe, expect, it } from 'vitest';
import { validPrice } from '../../../domain/market/perp-rules.ts';
import { perpAccount, perpFees, perpFills, perpFunding } from '../../../protocol/endpoints/perp-account.ts';
import { perpMarket, perpMarkets } from '../../../protocol/endpoints/perp-markets.ts';
import { perpOrders, placePerpOrder } from '../../../protocol/endpoints/perp-orders.ts';
import { closePerpPosition } from '../../../protocol/endpoints/perp-position.ts';
import { perpPositions } from '../../../protocol/endpoints/perp-positions.ts';
import { seedWallets } from '../../account/wallets.ts';
import { big, labStartMs, openPerpLab } from './perp-lab.fixture.ts';

describe('the seeded perp account', () => {
  it('shows three positions, their PnL and about 25,000 USD', () => {
    const { call } = openPerpLab();
    const state = call(perpPositions, {});
    expect(
      state.positions.map(({ coin, szi, leverageType, leverageValue }) => [coin, szi, leverageType, leverageValue]),
    ).toEqual([
      ['BTC', '0.15', 'isolated', '5'],
      ['ETH', '-4.2', 'cross', '5'],
      ['SOL', '35', 'isolated', '5'],
    ]);
    for (const position of state.positions) {
      expect(big(position.unrealizedPnl).eq(0)).toBe(false);
      expect(big(position.liquidationPx).gt(0)).toBe(true);
    }
    expect(big(state.accountValue).minus(25_000).abs().lt(1000)).toBe(true);
    expect(big(state.withdrawable).gt(10_000)).toBe(true);
  });

  it('has orders, fills, funding and fees that read well', () => {
    const { call } = openPerpLab();
    expect(call(perpOrders, {}).map(({ coin, side }) => `${side} ${coin}`)).toEqual(['buy BTC', 'buy ETH', 'sell SOL']);
    expect(call(perpOrders, { query: { coin: 'ETH' } })).toHaveLength(1);
    const fills = call(perpFills, { query: { start_time: 0 } });
    expect(fills).toHaveLength(29);
    expect(fills.every((fill, index) => index === 0 || fill.time <= (fills[index - 1]?.time ?? 0))).toBe(true);
    expect(call(perpFills, { query: { start_time: labStartMs } })).toEqual([]);
    expect(call(perpFills, { query: { start_time: 0, coin: 'BTC' } }).length).toBeLessThan(fills.length);
    expect(call(perpFunding, { query: { start_time: 0 } })).toHaveLength(36);
    expect(call(perpFunding, { query: { start_time: 0, end_time: labStartMs - 11 * 3_600_000 } })).toHaveLength(3);
    expect(call(perpFees, {})).toMatchObject({ makerRate: '0.00015', takerRate: '0.00045' });
    expect(call(perpAccount, {}).accountValue).toBe(call(perpPositions, {}).accountValue);
  });

  it('leaves other wallets empty and refuses unknown ones', () => {
    const { call } = openPerpLab();
    const empty = call(perpPositions, { query: { wallet_id: 'wal_sniper' } });
    expect(empty).toMatchObject({ accountValue: '0', positions: [], withdrawable: '0' });
    expect(() => call(perpPositions, { query: { wallet_id: 'wal_nobody' } })).toThrow(
      expect.objectContaining({ status: 404, code: 'NOT_FOUND' }),
    );
    expect(() => call(closePerpPosition, { body: { coin: 'BTC', walletId: 'wal_old' } })).toThrow(
      expect.objectContaining({ status: 400 }),
    );
  });
});

it('the first wallet of the list can trade, too', () => {
  const { call } = openPerpLab();
  const { walletId } = seedWallets[0]!;
  const order = { walletId, coin: 'SOL', isBuy: true, sz: '1', orderType: 'market' } as const;
  expect(call(placePerpOrder, { body: order }).results).toMatchObject([{ status: 'success' }]);
  expect(call(perpPositions, { query: { wallet_id: walletId } }).positions).toMatchObject([{ coin: 'SOL', szi: '1' }]);
});

describe('perp markets', () => {
  it('have a book on the price grid around the mid, and a mark near the oracle', () => {
    const { call, setPrice } = openPerpLab();
    for (const round of [1, 1.07, 0.9]) {
      setPrice('BTC', 96_850 * round);
      const markets = call(perpMarkets, {});
      expect(markets.length).toBeGreaterThanOrEqual(13);
      expect(markets.filter(({ meta }) => meta.onlyIsolated)).toHaveLength(1);
      for (const { meta, ctx, bids, asks } of markets) {
        const prices = [
          ...(bids ?? []).map(({ price }) => big(price)).reverse(),
          ...(asks ?? []).map(({ price }) => big(price)),
        ];
        expect(prices.length).toBeGreaterThanOrEqual(20);
        expect(prices.every((px) => validPrice(px, meta.szDecimals))).toBe(true);
        expect(prices.every((px, index) => index === 0 || px.gt(prices[index - 1] ?? 0))).toBe(true);
        expect(big(ctx.midPx).gt(bids?.[0]?.price as string) && big(ctx.midPx).lt(asks?.[0]?.price as string)).toBe(
          true,
        );
        expect(big(ctx.markPx).div(big(ctx.oraclePx)).minus(1).abs().lt(0.003)).toBe(true);
      }
    }
    expect(call(perpMarket, { params: { coin: 'SOL' } }).meta.name).toBe('SOL');
    expect(() => call(perpMarket, { params: { coin: 'NOPE' } })).toThrow(expect.objectContaining({ status: 404 }));
  });
});

describe('time', () => {
  it('pays funding once an hour, against the side that the rate favours', async () => {
    const { call, passHours, messages, perps, clock } = openPerpLab();
    const before = call(perpFunding, { query: { start_time: 0 } }).length;
    await passHours(3);
    perps.advance(clock.now() + 1000, 1000);
    const payments = call(perpFunding, { query: { start_time: 0 } });
    expect(payments).toHaveLength(before + 9);
    for (const { szi, usdc, fundingRate } of payments)
      expect(big(usdc).times(big(szi)).times(big(fundingRate)).lte(0)).toBe(true);
    expect(
      messages.every(({ stream, userId }) => stream === 'portfolio.notifications' && userId === 'usr_paper_0001'),
    ).toBe(true);
    expect(messages.length).toBeGreaterThanOrEqual(3);
  });

  it('repeats itself by seed, and differs by another', async () => {
    const run = async (seed: number) => {
      const lab = openPerpLab(seed);
      lab.perps.close({ walletId: 'wal_perp', coin: 'SOL', percentage: 30 });
      await lab.passHours(2);
      return JSON.stringify([lab.perps.snapshot(), lab.messages]);
    };
    expect(await run(3)).toBe(await run(3));
    expect(await run(3)).not.toBe(await run(4));
  });

  it('comes back from a snapshot through JSON as it was', () => {
    const lab = openPerpLab();
    lab.setPrice('ETH', 3600);
    const stored = JSON.parse(JSON.stringify(lab.perps.snapshot()));
    const other = openPerpLab(99);
    other.perps.restore(stored);
    expect(other.perps.positions(undefined)).toEqual(lab.perps.positions(undefined));
    expect(other.perps.markets()).toEqual(lab.perps.markets());
    expect(other.perps.orders(undefined, undefined)).toEqual(lab.perps.orders(undefined, undefined));
    expect(JSON.parse(JSON.stringify(other.perps.snapshot()))).toEqual(stored);
  });
});
