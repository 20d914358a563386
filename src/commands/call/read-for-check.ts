import type { QueryClient } from '@tanstack/query-core';
import type { ApiClient } from '../../client/http/api-client.ts';
import { ApiError } from '../../client/http/errors.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { getUsage, listWallets } from '../../protocol/endpoints/account.ts';
import { perpFees } from '../../protocol/endpoints/perp-account.ts';
import { perpMarkets } from '../../protocol/endpoints/perp-markets.ts';
import { perpOrders } from '../../protocol/endpoints/perp-orders.ts';
import { perpPositions } from '../../protocol/endpoints/perp-positions.ts';
import { portfolioBalances, portfolioPositions } from '../../protocol/endpoints/portfolio.ts';
import { listTriggerOrders } from '../../protocol/endpoints/trigger.ts';
import { type QueryName, queryKeys } from '../../stores/desk-data.ts';
import { readNativeBalances } from '../../sync/reads/native-unit.ts';

interface Deps {
  readonly client: ApiClient;
  readonly cache: QueryClient;
  readonly nativeUnit: Parameters<typeof readNativeBalances>[1];
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

type Read = (walletId: string | null, deps: Deps) => Promise<unknown>;

const ofWallet = (walletId: string | null) => (walletId === null ? {} : { wallet_id: walletId });

const reads: Readonly<Partial<Record<QueryName, Read>>> = {
  positions: async (walletId, { client, signal }) =>
    (await client.call(perpPositions, { query: ofWallet(walletId) }, { signal })).data,
  perpOrders: async (walletId, { client, signal }) =>
    (await client.call(perpOrders, { query: ofWallet(walletId) }, { signal })).data,
  markets: async (_, { client, signal }) => (await client.call(perpMarkets, {}, { signal })).data,
  orders: async (_, { client, signal }) =>
    (await client.call(listTriggerOrders, { query: { limit: 100 } }, { signal })).data,
  balances: async (_, { client, signal, nativeUnit }) =>
    readNativeBalances((await client.call(portfolioBalances, {}, { signal })).data, nativeUnit),
  holdings: async (_, { client, signal }) => (await client.call(portfolioPositions, {}, { signal })).data,
  wallets: async (_, { client, signal }) => (await client.call(listWallets, {}, { signal })).data,
  fees: async (walletId, { client, signal }) =>
    (await client.call(perpFees, { query: ofWallet(walletId) }, { signal })).data,
  usage: async (_, { client, signal }) => (await client.call(getUsage, {}, { signal })).data,
};

/** Makes these reads of the desk once, at the same time. Resolves to what could not be read, as sentences. */
export async function readForCheck(
  names: readonly QueryName[],
  walletId: string | null,
  deps: Deps,
): Promise<string[]> {
  const { cache, clock } = deps;
  const problems = await Promise.all(
    names.map(async (name) => {
      try {
        const data = await reads[name]?.(walletId, deps);
        cache.setQueryData(queryKeys.named(name), data, { updatedAt: clock.now() });
        return null;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        return `Could not be read: ${name} (${error.code}: ${error.message})`;
      }
    }),
  );
  return problems.filter((problem) => problem !== null);
}
