import Big from 'big.js';
import { expect, test } from 'vitest';
import { jup, sol, usdc } from '../../stores/desk-data.fixture.ts';
import type { TapeSwap } from '../../stores/market/tape.ts';
import { fakeStores } from '../../stores/stores.fixture.ts';
import { tapeVolume } from './tape-volume.ts';

const token = (address: string) => ({ address, symbol: '', decimals: 6 });
const market = (inputToken: string, outputToken: string) => ({
  kind: 'spot' as const,
  chain: 'solana' as const,
  slippageBps: 0,
  inputToken,
  outputToken,
  input: token(inputToken),
  output: token(outputToken),
});

function tapeOf(...swaps: Partial<TapeSwap>[]) {
  const { stores } = fakeStores(() => 0);
  for (const swap of swaps)
    stores.tape.push({
      kind: 'swap',
      isBuy: true,
      sizeNative: '1',
      usd: 1,
      maker: null,
      atMs: 10,
      tokenId: `solana:${jup}`,
      sizeUsd: '100',
      priceUsd: '2',
      ...swap,
    });
  stores.tape.push({ kind: 'gap', atMs: 10, lengthMs: 5, reason: 'down' });
  return stores;
}

test('counts what was traded since then, in tokens of what is sold', () => {
  const stores = tapeOf({}, { sizeUsd: '50' }, { atMs: 5 }, { tokenId: `solana:${sol}` }, { priceUsd: 'x' });
  expect(tapeVolume(stores, market(jup, usdc), null, 5)?.toFixed()).toBe('75');
  expect(tapeVolume(stores, market(usdc, jup), new Big(1), 5)?.toFixed()).toBe('250');
  expect(tapeVolume(stores, market(sol, jup), new Big(100), 5)?.toFixed()).toBe('2.5');
});

test('is unknown for a token that is not on the tape, and without the value of what is sold', () => {
  const stores = tapeOf({});
  expect(tapeVolume(stores, market(sol, jup), null, 5)).toBeNull();
  stores.watchlist.setState({ tokens: [`solana:${sol}`] });
  expect(tapeVolume(stores, market(jup, sol), new Big(1), 5)).toBeNull();
});
