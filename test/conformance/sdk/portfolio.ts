import { expect, test } from 'vitest';
import type { Peer } from '../peer.ts';
import { baseUnits, decimal, expectEach, flag, number, text, whole } from '../shapes.ts';

/** Balances, profit and loss, trades and holdings. */
export function portfolioOperations({ sdk: { portfolio }, call }: Peer): void {
  test('native balances of all wallets, or of one chain', async () => {
    const balances = await portfolio.getBalances();
    expectEach(balances, {
      chain: text,
      walletAddress: text,
      nativeBalance: decimal,
      nativeBalanceUsd: number,
      nativeSymbol: text,
    });
    const base = await portfolio.getBalances({ chain: 'base' });
    expect(base).toMatchObject([{ chain: 'base', nativeSymbol: 'ETH' }]);
    const { body } = await call('GET', '/api/v2/portfolio/balances');
    expect(body.data).toMatchObject({ wallets: { length: balances.length }, warnings: expect.any(Array) });
    await expect(portfolio.getBalances({ chain: 'tron' })).rejects.toMatchObject({ apiCode: 'INVALID_PARAMS' });
  });

  test('profit and loss of every period adds up', async () => {
    for (const timeframe of [undefined, '1d', '7d', '30d', 'lifetime'] as const) {
      const pnl = await portfolio.getPnl(timeframe && { timeframe });
      expect(pnl).toEqual({
        totalValueUsd: number,
        totalBoughtUsd: number,
        totalSoldUsd: number,
        totalPnlUsd: number,
        totalRealizedPnlUsd: number,
        totalUnrealizedPnlUsd: number,
        positionCount: whole,
        portfolioHistory: expect.any(Array),
      });
      expect(pnl.totalRealizedPnlUsd + pnl.totalUnrealizedPnlUsd).toBeCloseTo(pnl.totalPnlUsd, 1);
      expectEach(pnl.portfolioHistory, { timestamp: whole, valueUsd: number });
      const times = pnl.portfolioHistory.map(({ timestamp }) => timestamp);
      expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b));
    }
    const wrong = await call('GET', '/api/v2/portfolio/pnl?timeframe=1y');
    expect(wrong).toMatchObject({ status: 400, body: { error: { code: 'INVALID_PARAMS' } } });
  });

  test('trades come in pages, newest first', async () => {
    const first = await portfolio.getHistory({ limit: 5 });
    expect(first).toHaveLength(5);
    expectEach(first, {
      chain: text,
      txHash: text,
      timestamp: whole,
      walletAddress: text,
      token: text,
      isBuy: flag,
      inputToken: text,
      inputAmount: baseUnits,
      outputToken: text,
      outputAmount: baseUnits,
      sizeUsd: decimal,
      priceUsd: decimal,
    });
    const second = await portfolio.getHistory({ limit: 5, page: 2 });
    const both = [...first, ...second];
    expect(new Set(both.map(({ txHash }) => txHash)).size).toBe(10);
    const times = both.map(({ timestamp }) => timestamp);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    expect((await portfolio.getHistory({ chain: 'bsc' })).every(({ chain }) => chain === 'bsc')).toBe(true);
    const { body } = await call('GET', '/api/v2/portfolio/history?limit=5&page=2');
    expect(body.pagination).toEqual({ hasMore: true, limit: 5, page: 2, total: whole });
  });

  test('holdings with what they cost', async () => {
    const held = await portfolio.getPositions();
    expect(held).toEqual({ positions: expect.any(Array), totalValueUsd: number, positionCount: held.positions.length });
    expectEach(held.positions, {
      walletAddress: text,
      tokenAddress: text,
      network: text,
      latestBalanceRaw: baseUnits,
      tokenDecimal: whole,
      latestTokenUsdPrice: number,
      boughtUsd: number,
      soldUsd: number,
      boughtNative: number,
      soldNative: number,
      buyCount: whole,
      sellCount: whole,
      balanceUsd: number,
      balanceNative: number,
      realisedPnlPct: number,
      totalPnlPct: number,
    });
    const monad = await portfolio.getPositions({ chain: 'monad' });
    expectEach(monad.positions, expect.objectContaining({ network: 'monad' }));
  });
}
