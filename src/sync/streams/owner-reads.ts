import type { QueryClient } from '@tanstack/query-core';
import type { ApiClient } from '../../client/http/api-client.ts';
import type { StreamManager } from '../../client/streams/stream-model.ts';
import { chains } from '../../domain/market/chain.ts';
import { parseTokenId } from '../../domain/market/token.ts';
import { getToken, tokenPools } from '../../protocol/endpoints/tokens.ts';
import { isUnreadable } from '../../protocol/schema.ts';
import { svmTokenDistributionStats, svmTokenHolderStats } from '../../protocol/streams/svm.ts';
import { queryKeys } from '../../stores/desk-data.ts';
import type { Owners } from '../../stores/market/owners.ts';
import { keepFresh } from '../reads/keep-fresh.ts';

interface Sources {
  readonly streams: StreamManager;
  readonly client: ApiClient;
  readonly cache: QueryClient;
  readonly owners: Owners;
}

/** The supply changes slowly, if at all. */
const supplyEveryMs = 60_000;

/**
 * Follows who owns the wanted token (`chain:address`), one at a time: both streams of the service, and what turns their balances
 * into shares. Only Solana has such streams. Returns the function that sets the token; null for none.
 */
export function createOwnerReads(sources: Sources): (tokenId: string | null) => void {
  let wanted: string | null = null;
  let stops: readonly (() => void)[] = [];
  return (tokenId) => {
    if (tokenId === wanted) return;
    wanted = tokenId;
    for (const stop of stops) stop();
    stops = tokenId === null ? [] : follow(sources, tokenId);
  };
}

function follow({ streams, client, cache, owners }: Sources, tokenId: string): (() => void)[] {
  const token = parseTokenId(tokenId);
  if (!token || chains[token.chain].family !== 'svm') return [];
  const filter = { tokenAddress: token.address };
  const params = { params: { tokenId } };
  const keep = { cache, everyMs: supplyEveryMs };
  return [
    streams.subscribe(svmTokenDistributionStats, filter, {
      onEvent: (event, atMs) =>
        isUnreadable(event)
          ? owners.setProblem(tokenId, `unreadable: ${event.unreadable}`)
          : owners.take(tokenId, event.stats, atMs),
      onState: (state, reason) => {
        if (state !== 'pending') owners.setProblem(tokenId, state === 'refused' ? (reason ?? 'refused') : null);
      },
    }),
    streams.subscribe(svmTokenHolderStats, filter, {
      onEvent: (event, atMs) => !isUnreadable(event) && owners.takeRecord(tokenId, event.stats, atMs),
    }),
    keepFresh({
      ...keep,
      queryKey: queryKeys.sheet(tokenId, 'info'),
      read: async (signal) => (await client.call(getToken, params, { signal })).data,
    }),
    keepFresh({
      ...keep,
      queryKey: queryKeys.sheet(tokenId, 'pools'),
      read: async (signal) => (await client.call(tokenPools, params, { signal })).data,
    }),
  ];
}
