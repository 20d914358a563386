import { type QueryClient, QueryObserver } from '@tanstack/query-core';
import pLimit from 'p-limit';
import type { ApiClient } from '../../client/http/api-client.ts';
import { tokenPools } from '../../protocol/endpoints/tokens.ts';
import { queryKeys, type TokenLevels } from '../../stores/desk-data.ts';
import { deepestFirst } from '../../stores/market/token-sheet.ts';

const levelsEveryMs = 3_000;
/** Spacing of requests if an account watches many tokens: each token is then read less often, ms. */
const betweenLevelsMs = 150;
const levelsAtATime = 4;
const mostLevels = 200;

/** Keeps the levels that trigger orders and alerts watch fresh. */
export function createTokenLevels(cache: QueryClient, client: ApiClient) {
  const watching = new Map<string, () => void>();
  const inTurn = pLimit(levelsAtATime);
  const watch = (id: string): (() => void) => {
    const observer = new QueryObserver<TokenLevels>(cache, {
      queryKey: queryKeys.levels(id),
      queryFn: ({ signal }) => inTurn(() => readLevels(client, id, signal)),
      refetchInterval: () => Math.max(levelsEveryMs, watching.size * betweenLevelsMs),
      refetchIntervalInBackground: true,
    });
    const stop = observer.subscribe(() => {});
    return () => {
      stop();
      // A level that is no longer kept fresh must not be used to price an order later.
      cache.removeQueries({ queryKey: queryKeys.levels(id), exact: true });
    };
  };
  const want = (ids: readonly string[]): void => {
    const wanted = new Set([...new Set(ids)].slice(0, mostLevels));
    for (const id of wanted) if (!watching.has(id)) watching.set(id, watch(id));
    for (const [id, stop] of watching)
      if (!wanted.has(id)) {
        stop();
        watching.delete(id);
      }
  };
  return { want, stop: () => want([]) };
}

/** What trigger orders and alerts watch of a token, from its deepest pool; null where it has none. */
export async function readLevels(client: ApiClient, id: string, signal: AbortSignal): Promise<TokenLevels> {
  const { data } = await client.call(tokenPools, { params: { tokenId: id } }, { signal });
  const [deepest] = deepestFirst(data.pools);
  return {
    priceUsd: deepest?.priceUsd ?? null,
    marketCapUsd: deepest?.marketCapUsd ?? null,
    liquidityUsd: deepest?.liquidityUsd ?? null,
  };
}
