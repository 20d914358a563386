import { expect, test } from 'vitest';
import type { Peer } from '../peer.ts';
import { decimal, expectEach, jup, number, text, whole } from '../shapes.ts';

const tokenId = `solana:${jup}`;
const jupInfo = { tokenId, chain: 'solana', address: jup, name: 'Jupiter', symbol: 'JUP', decimals: 6 };
const windows = ['5m', '1h', '6h', '24h'];
const byWindow = (sides: string[]) =>
  Object.fromEntries(sides.flatMap((side) => windows.map((window) => [side + window, number])));

/** Token metadata, prices and statistics. */
export function tokenOperations({ sdk: { tokens } }: Peer): void {
  test('one token, a search and a batch', async () => {
    expect(await tokens.get(tokenId)).toEqual(jupInfo);
    const found = await tokens.search({ q: 'usd', limit: 5 });
    expect(found).toHaveLength(5);
    expectEach(found, { tokenId: text, chain: text, address: text, name: text, symbol: text, decimals: whole });
    const next = await tokens.search({ q: 'usd', limit: 5, page: 2 });
    expect(next.filter((token) => found.some((seen) => seen.tokenId === token.tokenId))).toEqual([]);
    expect((await tokens.search({ q: 'USDC', chain: 'base' })).map(({ chain }) => chain)).toEqual(['base']);

    const unlisted = `base:0x${'11'.repeat(20)}`;
    expect(await tokens.batch({ tokens: [tokenId, unlisted, 'nonsense'] })).toEqual({
      tokens: [jupInfo],
      notFound: [unlisted],
      invalid: ['nonsense'],
      errors: [],
    });
    await expect(tokens.batch({ tokens: Array(101).fill(tokenId) })).rejects.toMatchObject({
      apiCode: 'INVALID_PARAMS',
    });
    await expect(tokens.get(unlisted)).rejects.toMatchObject({ status: 404, apiCode: 'NOT_FOUND' });
    await expect(tokens.get('nonsense')).rejects.toMatchObject({ status: 400, apiCode: 'INVALID_PARAMS' });
  });

  test('price, candles, statistics and pools tell of the same market', async () => {
    const price = await tokens.getPrice(tokenId);
    expect(price).toEqual({ tokenId, decimals: 6, priceUsd: number });

    const chart = await tokens.getChart({ tokenId, resolution: '5m', count: 12 });
    expect(chart).toEqual({ tokenId, resolution: '5m', candles: expect.any(Array) });
    expect(chart.candles).toHaveLength(12);
    expectEach(chart.candles, {
      timestamp: whole,
      open: number,
      high: number,
      low: number,
      close: number,
      volume: number,
    });
    chart.candles.forEach(({ timestamp, open, high, low, close }, index) => {
      expect(timestamp - chart.candles[0]!.timestamp).toBe(index * 300);
      expect(high).toBeGreaterThanOrEqual(Math.max(open, close));
      expect(low).toBeLessThanOrEqual(Math.min(open, close));
    });
    const last = chart.candles.at(-1)!;
    expect(last.timestamp).toBeLessThanOrEqual(Date.now() / 1_000);
    expect(last.close / price.priceUsd!).toBeCloseTo(1, 1);
    const { candles, resolution } = await tokens.getChart({ tokenId });
    expect([candles.length, resolution]).toEqual([100, '1h']);

    expect(await tokens.getStats(tokenId)).toEqual({
      tokenId,
      volume: byWindow(['buy', 'sell']),
      txns: byWindow(['buys', 'sells']),
      uniqueTraders: byWindow(['buyers', 'sellers']),
      priceChange: byWindow(['']),
    });
    const { pools, ...rest } = await tokens.getPools(tokenId);
    expect(rest).toEqual({ tokenId });
    expectEach(pools, { address: text, liquidityUsd: decimal, marketCapUsd: decimal, priceUsd: decimal });
    expect(Number(pools[0]!.priceUsd) / price.priceUsd!).toBeCloseTo(1, 1);
  });
}
