import { type QueryClient, QueryObserver } from '@tanstack/query-core';
import type { ApiClient } from '../client/api-client.ts';
import { getUsage, listWallets } from '../protocol/endpoints/account.ts';
import { perpFees, perpFills } from '../protocol/endpoints/perp-account.ts';
import { perpMarkets } from '../protocol/endpoints/perp-markets.ts';
import { perpOrders } from '../protocol/endpoints/perp-orders.ts';
import { perpPositions } from '../protocol/endpoints/perp-positions.ts';
import { portfolioBalances, portfolioPositions } from '../protocol/endpoints/portfolio.ts';
import { listTriggerOrders } from '../protocol/endpoints/trigger.ts';
import { type AccountQueryName, type DeskQueries, type QueryName, queryKeys } from '../stores/desk-data.ts';
import { activeWallets, perpWallet } from '../stores/wallets.ts';
import { type NativeUnit, readNativeBalances } from './native-unit.ts';

/** The reads that are kept fresh whatever is on screen. */
type PolledName = Exclude<QueryName, AccountQueryName>;

export type RefreshIntervals = Readonly<Record<PolledName, number>>;

export interface PollingOptions {
  readonly intervals: RefreshIntervals;
  /** Wallet id that the person named; null for none. */
  readonly preferredWalletId: string | null;
  readonly nativeUnit: NativeUnit;
  /** Wall clock, ms: a period that ends now is asked for. */
  readonly now: () => number;
}

interface ReadContext {
  readonly client: ApiClient;
  readonly signal: AbortSignal;
  readonly nativeUnit: NativeUnit;
  readonly now: () => number;
  /** The wallet whose positions are shown, from the wallets; null where the account has none of several chains. */
  readonly perpWalletId: () => Promise<string | null>;
}

type Reads = { readonly [K in PolledName]: (context: ReadContext) => Promise<DeskQueries[K]> };

const dayMs = 86_400_000;

/** Named in every read, so that a default at the service cannot show another account. */
const ofWallet = async ({ perpWalletId }: ReadContext): Promise<{ wallet_id?: string }> => {
  const walletId = await perpWalletId();
  return walletId ? { wallet_id: walletId } : {};
};

const reads: Reads = {
  positions: async (context) =>
    (await context.client.call(perpPositions, { query: await ofWallet(context) }, { signal: context.signal })).data,
  perpOrders: async (context) =>
    (await context.client.call(perpOrders, { query: await ofWallet(context) }, { signal: context.signal })).data,
  fills: async (context) => {
    const query = { ...(await ofWallet(context)), start_time: context.now() - dayMs };
    return (await context.client.call(perpFills, { query }, { signal: context.signal })).data;
  },
  fees: async (context) =>
    (await context.client.call(perpFees, { query: await ofWallet(context) }, { signal: context.signal })).data,
  markets: async ({ client, signal }) => (await client.call(perpMarkets, {}, { signal })).data,
  orders: async ({ client, signal }) =>
    (await client.call(listTriggerOrders, { query: { limit: 100 } }, { signal })).data,
  balances: async ({ client, signal, nativeUnit }) =>
    readNativeBalances((await client.call(portfolioBalances, {}, { signal })).data, nativeUnit),
  holdings: async ({ client, signal }) => (await client.call(portfolioPositions, {}, { signal })).data,
  wallets: async ({ client, signal }) => (await client.call(listWallets, {}, { signal })).data,
  usage: async ({ client, signal }) => (await client.call(getUsage, {}, { signal })).data,
};

const slowestMs = 30_000;

/** A failing read slows down, so that a dead service or a revoked key is not hammered, and says when it tries again. */
export const retryDelayMs = (intervalMs: number, failuresInARow: number): number =>
  failuresInARow === 0
    ? intervalMs
    : Math.max(intervalMs, Math.min(slowestMs, intervalMs * 2 ** Math.min(failuresInARow, 10)));

/** Keeps the named queries fresh until the returned function is called. */
export function startPolling(cache: QueryClient, client: ApiClient, options: PollingOptions): () => void {
  const { intervals, preferredWalletId, nativeUnit, now } = options;
  const perpWalletId = async (): Promise<string | null> => {
    const wallets = await cache.ensureQueryData({
      queryKey: queryKeys.named('wallets'),
      queryFn: ({ signal }) => reads.wallets({ client, signal, nativeUnit, now, perpWalletId }),
    });
    return perpWallet(activeWallets(wallets), preferredWalletId)?.walletId ?? null;
  };
  const stops = (Object.keys(reads) as PolledName[]).map((name) => {
    let failuresInARow = 0;
    const observer = new QueryObserver(cache, {
      queryKey: queryKeys.named(name),
      queryFn: async ({ signal }) => {
        try {
          const data = await reads[name]({ client, signal, nativeUnit, now, perpWalletId });
          failuresInARow = 0;
          return data;
        } catch (error) {
          failuresInARow++;
          throw error;
        }
      },
      refetchInterval: () => retryDelayMs(intervals[name], failuresInARow),
      refetchIntervalInBackground: true,
    });
    return observer.subscribe(() => {});
  });
  return () => {
    for (const stop of stops) stop();
  };
}
