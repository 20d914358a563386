import { expect, test } from 'vitest';
import * as alpha from '../../../src/protocol/endpoints/alpha.ts';
import * as tokens from '../../../src/protocol/endpoints/tokens.ts';
import { first, type OwnClient } from '../own-client.ts';
import { jup } from '../shapes.ts';

/** Tokens and signals about them. */
export function marketCalls({ call }: OwnClient): void {
  test('tokens', async () => {
    const params = { tokenId: `solana:${jup}` };
    const info = await call(tokens.getToken, { params });
    expect(info).toMatchObject({ symbol: 'JUP', decimals: 6 });
    const query = { q: 'jup', chain: 'solana', page: 1, limit: 10 };
    expect(first((await call(tokens.searchTokens, { query })).tokens)).toEqual(info);
    const body = { tokens: [params.tokenId, `base:0x${'11'.repeat(20)}`, 'nonsense'] };
    expect(await call(tokens.batchTokens, { body })).toMatchObject({ tokens: [info], invalid: ['nonsense'] });
    expect(await call(tokens.tokenPrice, { params })).toMatchObject({ priceUsd: expect.stringMatching(/^0\.\d+$/) });
    const chart = await call(tokens.tokenChart, { params, query: { resolution: '15m', count: 20 } });
    expect(chart.candles).toHaveLength(20);
    expect(Object.keys((await call(tokens.tokenStats, { params })).volume ?? {})).toHaveLength(8);
    expect((await call(tokens.tokenPools, { params })).pools).toHaveLength(1);
  });

  test('alpha', async () => {
    expect((await call(alpha.alphaSources, {})).sources).toHaveLength(4);
    const recent = (await call(alpha.alphaRecentCalls, { query: { limit: 5 } })).calls ?? [];
    expect(recent).toHaveLength(5);
    expect((await call(alpha.alphaGlobalCalls, { query: { limit: 30, platform: 'discord' } })).calls).not.toEqual([]);
    const params = { tokenAddress: first(recent).tokenAddress };
    const query = { limit: 50, includeBotSignals: true, includeMessageContext: true };
    expect((await call(alpha.alphaCallContext, { params, query })).signals).not.toEqual([]);
    expect((await call(alpha.alphaMentions, { params, query: { limit: 5 } })).mentions).not.toEqual([]);
  });
}
