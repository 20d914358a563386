import type { QueryClient } from '@tanstack/query-core';
import type { ApiClient } from '../../client/http/api-client.ts';
import { keysOf } from '../../domain/fields.ts';
import { getUsage } from '../../protocol/endpoints/account.ts';
import { perpMarkets } from '../../protocol/endpoints/perp-markets.ts';
import { perpPositions } from '../../protocol/endpoints/perp-positions.ts';
import { portfolioBalances, portfolioPositions } from '../../protocol/endpoints/portfolio.ts';
import { listTriggerOrders } from '../../protocol/endpoints/trigger.ts';
import { type DeskQueries, type QueryName, queryKeys, type WantedQueryName } from '../../stores/desk-data.ts';
import { ofWallet, type PerpWalletId, readWallets } from '../account/perp-wallet-id.ts';
import { keepFresh } from './keep-fresh.ts';
import { type NativeUnit, readNativeBalances } from './native-unit.ts';

/** The reads that a desk always runs, whatever is on screen. */
type PolledName = Exclude<QueryName, WantedQueryName | 'own'>;

export type RefreshIntervals = Readonly<Record<PolledName, number>>;

export interface PollingOptions {
  readonly intervals: RefreshIntervals;
  readonly perpWalletId: PerpWalletId;
  readonly nativeUnit: NativeUnit;
}

interface ReadContext extends PollingOptions {
  readonly client: ApiClient;
  readonly signal: AbortSignal;
}

type Reads = { readonly [K in PolledName]: (context: ReadContext) => Promise<DeskQueries[K]> };

const reads: Reads = {
  positions: async ({ client, signal, perpWalletId }) =>
    (await client.call(perpPositions, { query: await ofWallet(perpWalletId) }, { signal })).data,
  markets: async ({ client, signal }) => (await client.call(perpMarkets, {}, { signal })).data,
  orders: async ({ client, signal }) =>
    (await client.call(listTriggerOrders, { query: { limit: 100 } }, { signal })).data,
  balances: async ({ client, signal, nativeUnit }) =>
    readNativeBalances((await client.call(portfolioBalances, {}, { signal })).data, nativeUnit),
  holdings: async ({ client, signal }) => (await client.call(portfolioPositions, {}, { signal })).data,
  wallets: ({ client, signal }) => readWallets(client, signal),
  usage: async ({ client, signal }) => (await client.call(getUsage, {}, { signal })).data,
};

export const polledNames = keysOf(reads);

export interface Polling {
  /** Reads these from now on, those that are due at once, and no others. */
  poll(names: readonly QueryName[]): void;
  stop(): void;
}

/** Keeps named queries fresh; none before the first `poll`. */
export function createPolling(cache: QueryClient, client: ApiClient, options: PollingOptions): Polling {
  const running = new Map<PolledName, () => void>();
  const start = (name: PolledName): (() => void) =>
    keepFresh({
      cache,
      queryKey: queryKeys.named(name),
      everyMs: options.intervals[name],
      read: (signal): Promise<unknown> => reads[name]({ ...options, client, signal }),
    });
  const poll = (names: readonly QueryName[]): void => {
    for (const name of polledNames) {
      const isNeeded = names.includes(name);
      if (isNeeded && !running.has(name)) running.set(name, start(name));
      if (isNeeded) continue;
      running.get(name)?.();
      running.delete(name);
    }
  };
  return { poll, stop: () => poll([]) };
}
