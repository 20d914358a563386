import type { QueryClient } from '@tanstack/query-core';
import type { ApiClient } from '../../client/http/api-client.ts';
import { keysOf } from '../../domain/fields.ts';
import { readChain } from '../../domain/market/chain.ts';
import { parseTokenId, sameToken } from '../../domain/market/token.ts';
import { getToken, searchTokens, tokenPools, tokenPrice, tokenStats } from '../../protocol/endpoints/tokens.ts';
import { readable } from '../../protocol/schema.ts';
import { queryKeys } from '../../stores/desk-data.ts';
import type { SheetParts, TokenSheets } from '../../stores/market/token-sheet.ts';

/** Data younger than this is not read again, ms. */
const youngMs = 5_000;
const mostFound = 50;

interface Asked {
  readonly client: ApiClient;
  readonly id: string;
  /** Read once and shared by all parts that need it. */
  readonly info: () => Promise<SheetParts['info']>;
}

type Reads = { readonly [K in keyof SheetParts]: (asked: Asked) => Promise<SheetParts[K]> };

const params = (tokenId: string) => ({ params: { tokenId } });

const reads: Reads = {
  info: async ({ client, id }) => (await client.call(getToken, params(id))).data,
  price: async ({ client, id }) => (await client.call(tokenPrice, params(id))).data,
  stats: async ({ client, id }) => (await client.call(tokenStats, params(id))).data,
  pools: async ({ client, id }) => (await client.call(tokenPools, params(id))).data,
  namesakes: async ({ client, id, info }) => {
    const ref = parseTokenId(id);
    const { symbol } = await info();
    if (!ref || !symbol) return 0;
    const { data } = await client.call(searchTokens, { query: { q: symbol, chain: ref.chain, limit: mostFound } });
    return readable(data.tokens).filter(
      (other) =>
        readChain(other.chain) === ref.chain &&
        other.symbol?.toLowerCase() === symbol.toLowerCase() &&
        !sameToken(ref, { chain: ref.chain, address: other.address }),
    ).length;
  },
};

/** Reads all parts of the token view on request. Results and failures are kept in the cache for the screen. */
export function createTokenSheets(cache: QueryClient, client: ApiClient): TokenSheets {
  const read = <K extends keyof SheetParts>(id: string, part: K): Promise<SheetParts[K]> =>
    cache.fetchQuery({
      queryKey: queryKeys.sheet(id, part),
      queryFn: (): Promise<SheetParts[K]> => reads[part]({ client, id, info: () => read(id, 'info') }),
      staleTime: youngMs,
    });
  return {
    ask: (tokenId) => {
      // Failures are stored in the cache, from where the screen shows them.
      for (const part of keysOf(reads)) void read(tokenId, part).catch(() => {});
    },
  };
}
