import type { QueryClient } from '@tanstack/query-core';
import { svmTokenDistributionStats } from '../../protocol/streams/svm.ts';
import { jup } from '../desk-data.fixture.ts';
import { queryKeys } from '../desk-data.ts';
import type { Owners } from './owners.ts';

export const jupId = `solana:${jup}`;

/** Figures of a token with 6 decimals and a supply of a million; balances in base units, as they come over the wire. */
export const jupStats = {
  holderCount: 1500,
  developer: 'Dev1',
  developerBalance: '12000000000',
  top10HolderBalances: '184000000000',
  top10Holders: Array.from({ length: 10 }, (_, at) => `Holder${at}`),
  sniperBalances: '30500000000',
  sniperCount: 11,
  proTraderBalances: '44000000000',
  proTraderCount: 24,
  freshieBalances: '20000000000',
  freshieCount: 61,
  insiderBalances: '231000000000',
  insiderCount: 9,
  bundlerBalances: '0',
  bundlerCount: 0,
} as const;

/** Gives the store figures as they come over the wire. */
export const takeStats = (owners: Owners, stats: Readonly<Record<string, unknown>> | null, atMs: number): void =>
  owners.take(jupId, svmTokenDistributionStats.payload.parse({ tokenAddress: jup, stats }).stats, atMs);

/** Decimals and supply: a market cap of 500,000 USD at 0.5 USD. */
export function fillSupply(cache: QueryClient, { marketCapUsd = '500000' as string | null, decimals = 6 } = {}): void {
  cache.setQueryData(queryKeys.sheet(jupId, 'info'), { tokenId: jupId, chain: 'solana', address: jup, decimals });
  cache.setQueryData(queryKeys.sheet(jupId, 'pools'), {
    pools: [
      { address: 'small', liquidityUsd: '1', marketCapUsd: '7', priceUsd: '0.5' },
      { address: 'deep', liquidityUsd: '9000', marketCapUsd, priceUsd: marketCapUsd === null ? null : '0.5' },
    ].slice(marketCapUsd === null ? 1 : 0),
  });
}
