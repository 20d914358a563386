import { createStores, type StoresStart } from './create-stores.ts';
import { fakeAnswers, jup, sol } from './desk-data.fixture.ts';
import { createQueryCache } from './desk-data.ts';

const session = { mode: 'paper', profile: 'paper', baseUrl: 'http://127.0.0.1:7000' } as const;
const tapeTokens = [`solana:${sol}`, `solana:${jup}`];

/** The stores of a desk on paper, with reads that are filled by hand. */
export function fakeStores(now: () => number, start: Partial<StoresStart> = {}) {
  const cache = createQueryCache();
  const stores = createStores(cache, { session, readOnly: null, walletId: null, tapeTokens, ...start }, now);
  return { stores, data: stores.data, ...fakeAnswers(cache) };
}
