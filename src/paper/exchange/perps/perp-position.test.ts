import { describe, expect, it } from 'vitest';
import { perpFills } from '../../../protocol/endpoints/perp-account.ts';
import { cancelPerpOrder, perpOrders, placePerpOrder } from '../../../protocol/endpoints/perp-orders.ts';
import { adjustPerpMargin, closePerpPosition, setPerpLeverage } from '../../../protocol/endpoints/perp-position.ts';
import { perpPositions } from '../../../protocol/endpoints/perp-positions.ts';
import { big, openPerpLab } from './perp-lab.fixture.ts';

const walletId = 'wal_perp';

describe('closing', () => {
  it('halves size and margin at 50 %, and books PnL and fee', () => {
    const { call, position, messages } = openPerpLab();
    const before = position('BTC');
    const result = call(closePerpPosition, { body: { walletId, coin: 'BTC', percentage: 50 } });
    expect(result.results).toMatchObject([{ status: 'success' }]);
    const after = position('BTC');
    expect(after?.szi).toBe('0.075');
    expect(big(after?.marginUsed).times(2).minus(big(before?.marginUsed)).abs().lte('0.000002')).toBe(true);
    expect(after?.entryPx).toBe(before?.entryPx);
    const [fill] = call(perpFills, { query: { start_time: 0, coin: 'BTC' } });
    expect(fill).toMatchObject({ side: 'sell', sz: '0.075', direction: 'Close Long', startPosition: '0.15' });
    expect(big(fill?.closedPnl).minus(big(before?.unrealizedPnl).div(2)).abs().lt(5)).toBe(true);
    expect(messages.map(({ data }) => data)).toMatchObject([{ type: 'perpsOrder', userId: 'usr_paper_0001' }]);
  });

  it('rounds the size down, and closes all by default', () => {
    const { call, position } = openPerpLab();
    call(closePerpPosition, { body: { walletId, coin: 'ETH', percentage: 33 } });
    expect(position('ETH')?.szi).toBe('-2.814');
    call(closePerpPosition, { body: { walletId, coin: 'ETH' } });
    expect(position('ETH')).toBeUndefined();
    call(closePerpPosition, { body: { walletId, coin: 'SOL', percentage: 1 } });
    expect(position('SOL')?.szi).toBe('34.65');
  });

  it('takes the coin’s reduce-only orders with the position', () => {
    const { call } = openPerpLab();
    expect(call(perpOrders, { query: { coin: 'SOL' } })).toHaveLength(1);
    call(closePerpPosition, { body: { walletId, coin: 'SOL' } });
    expect(call(perpOrders, { query: { coin: 'SOL' } })).toEqual([]);
  });

  it.each([
    ['XRP', 100, /no open XRP position/],
    ['NOPE', 100, /no perp market/],
    ['BTC', 0, /rounds down to nothing/],
  ])('refuses %s %i %% in its result', (coin, percentage, error) => {
    const { call, messages } = openPerpLab();
    const { results } = call(closePerpPosition, { body: { walletId, coin, percentage } });
    expect(results).toEqual([{ status: 'error', error: expect.stringMatching(error) }]);
    expect(messages).toEqual([]);
  });
});

describe('isolated margin', () => {
  it('moves the liquidation away when added and back when removed', () => {
    const { call, position, setPrice } = openPerpLab();
    // In profit, so that more than the initial margin is there before.
    setPrice('BTC', Number(position('BTC')?.entryPx) * 1.02);
    const before = position('BTC');
    expect(call(adjustPerpMargin, { body: { walletId, coin: 'BTC', amount: '500.25' } })).toEqual({ success: true });
    const more = position('BTC');
    expect(big(more?.marginUsed).minus(big(before?.marginUsed)).toFixed()).toBe('500.25');
    expect(big(more?.liquidationPx).lt(big(before?.liquidationPx))).toBe(true);
    expect(call(adjustPerpMargin, { body: { walletId, coin: 'BTC', amount: '-500.25' } })).toEqual({ success: true });
    expect(position('BTC')).toEqual(before);
  });

  it.each([
    ['ETH', '10', /cross/],
    ['XRP', '10', /no open XRP/],
    ['BTC', '1000000', /is free/],
    ['BTC', '-2000', /can be removed/],
    ['BTC', '0', /must not be 0/],
    ['BTC', '0.0000001', /6 decimals/],
  ])('refuses %s %s', (coin, amount, error) => {
    const { call, perps } = openPerpLab();
    const before = JSON.stringify(perps.snapshot());
    expect(call(adjustPerpMargin, { body: { walletId, coin, amount } })).toEqual({
      success: false,
      error: expect.stringMatching(error),
    });
    expect(JSON.stringify(perps.snapshot())).toBe(before);
  });
});

describe('leverage', () => {
  it('asks an isolated position for more margin when it falls, and leaves it when it rises', () => {
    const { call, position } = openPerpLab();
    expect(call(setPerpLeverage, { body: { walletId, coin: 'SOL', leverage: 2 } })).toEqual({ success: true });
    const lower = position('SOL');
    expect(big(lower?.marginUsed).minus(big(lower?.positionValue).div(2)).abs().lt('0.00001')).toBe(true);
    call(setPerpLeverage, { body: { walletId, coin: 'SOL', leverage: 20 } });
    expect(position('SOL')).toMatchObject({ marginUsed: lower?.marginUsed, leverageValue: '20' });
  });

  it.each([
    [{ coin: 'BTC', leverage: 41 }, /from 1 to 40/],
    [{ coin: 'BTC', leverage: 5, isCross: true }, /margin mode cannot change/],
    [{ coin: 'MON', leverage: 2, isCross: true }, /isolated/],
    [{ coin: 'NOPE', leverage: 2 }, /no perp market/],
  ])('refuses %o', (body, error) => {
    const { call } = openPerpLab();
    expect(call(setPerpLeverage, { body: { walletId, ...body } })).toEqual({
      success: false,
      error: expect.stringMatching(error),
    });
  });

  it('refuses what the free margin cannot carry, and changes nothing', () => {
    const { call, position } = openPerpLab();
    for (const coin of ['BTC', 'SOL']) call(setPerpLeverage, { body: { walletId, coin, leverage: 1 } });
    const before = position('ETH');
    expect(call(setPerpLeverage, { body: { walletId, coin: 'ETH', leverage: 1 } })).toMatchObject({ success: false });
    expect(position('ETH')).toEqual(before);
  });
});

describe('liquidation', () => {
  it('takes an isolated position when the mark crosses its liquidation price, and no more than its margin', () => {
    const { call, position, setPrice } = openPerpLab();
    // The seeded bid below would be filled on the way down.
    call(cancelPerpOrder, { body: { walletId, coin: 'BTC', cancelAll: true } });
    const before = call(perpPositions, {});
    const { liquidationPx, marginUsed } = position('BTC') ?? {};
    setPrice('BTC', Number(liquidationPx) * 1.003);
    expect(position('BTC')).toBeDefined();
    setPrice('BTC', Number(liquidationPx) * 0.7);
    expect(position('BTC')).toBeUndefined();
    expect(position('ETH')).toBeDefined();
    const [fill] = call(perpFills, { query: { start_time: 0, coin: 'BTC' } });
    expect(fill).toMatchObject({ direction: 'Liquidated Isolated Long', side: 'sell', sz: '0.15', fee: '0' });
    const lost = big(before.accountValue).minus(big(call(perpPositions, {}).accountValue));
    // Up to what the step moved the two other marks.
    expect(lost.minus(big(marginUsed)).abs().lt(60)).toBe(true);
  });

  it('closes the largest cross position in the book and stops when the margin carries the rest', () => {
    const { call, position, setPrice, perps } = openPerpLab();
    call(placePerpOrder, { body: { walletId, coin: 'XRP', isBuy: true, sz: '5000' } });
    call(cancelPerpOrder, { body: { walletId, coin: 'BTC', cancelAll: true } });
    const liquidation = Number(position('ETH')?.liquidationPx);
    setPrice('ETH', liquidation * 0.998);
    expect(position('ETH')).toBeDefined();
    setPrice('ETH', liquidation * 1.002);
    expect(position('ETH')).toBeUndefined();
    expect(position('XRP')).toBeDefined();
    expect(position('BTC')).toBeDefined();
    const [fill] = call(perpFills, { query: { start_time: 0, coin: 'ETH' } });
    expect(fill).toMatchObject({ direction: 'Liquidated Cross Short', side: 'buy' });
    expect(big(fill?.fee).gt(0)).toBe(true);
    // What maintenance was there for is left to the account.
    expect(perps.accounts.get(undefined).cashUsd.gt(0)).toBe(true);
    expect(perps.accounts.ledger.balance('insurance')).toBe(1_000_000_000_000n);
  });

  it('leaves a loss beyond the account to the venue', () => {
    const { call, position, setPrice } = openPerpLab();
    setPrice('ETH', 60_000);
    expect(position('ETH')).toBeUndefined();
    expect(call(perpPositions, {}).withdrawable).toBe('0');
    expect(big(position('BTC')?.marginUsed).gt(2000)).toBe(true);
  });
});
