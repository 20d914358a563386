import type { QueryClient } from '@tanstack/query-core';
import { createStore } from 'zustand/vanilla';
import type { ApiClient } from '../../client/http/api-client.ts';
import { type Timeframe, timeframeStart } from '../../domain/market/timeframe.ts';
import { perpFills, perpFunding } from '../../protocol/endpoints/perp-account.ts';
import { portfolioHistory, portfolioPnl } from '../../protocol/endpoints/portfolio.ts';
import { readable } from '../../protocol/schema.ts';
import { queryKeys } from '../../stores/desk-data.ts';
import type { PerpPeriod } from '../../stores/portfolio/perp-results.ts';
import {
  type DeskPortfolio,
  type PortfolioState,
  type ShownPortfolio,
  type TradeHistory,
  withNewest,
  withOlder,
} from '../../stores/portfolio/portfolio.ts';
import { toProblem } from '../../stores/problem.ts';
import { ofWallet, type PerpWalletId } from '../account/perp-wallet-id.ts';
import { keepFresh } from './keep-fresh.ts';

const pageSize = 25;
/** New trades shift older ones to later pages. If a page has only known trades, the next page is read, up to this many. */
const mostPages = 3;

interface PortfolioOptions {
  readonly cache: QueryClient;
  readonly client: ApiClient;
  /** Interval of each read while it is visible, ms. */
  readonly everyMs: number;
  readonly perpWalletId: PerpWalletId;
  /** ms since the epoch. */
  readonly now: () => number;
}

/** Reads profit and loss, of spot and of perps, and the trades, only while they are visible. */
export function createPortfolioReads(options: PortfolioOptions): DeskPortfolio & { stop(): void } {
  const { cache, client, everyMs } = options;
  const stopping = new AbortController();
  const store = createStore<PortfolioState>(() => ({ older: { isFetching: false, problem: null } }));
  const setOlder = (older: PortfolioState['older']): void => store.setState({ older });
  let shown: ShownPortfolio = { timeframe: null, trades: false };
  let stopPnl: readonly (() => void)[] = [];
  let stopTrades = (): void => {};

  const followPnl = (timeframe: Timeframe): (() => void) => {
    const read = async (signal: AbortSignal) =>
      (await client.call(portfolioPnl, { query: { timeframe } }, { signal })).data;
    return keepFresh({ cache, everyMs, queryKey: queryKeys.pnl(timeframe), read });
  };
  const followTrades = (): (() => void) => {
    const read = async (signal: AbortSignal) => {
      const page = await readPage(client, 1, signal);
      return withNewest(knownTrades(cache), page);
    };
    return keepFresh({ cache, everyMs, queryKey: queryKeys.history(), read });
  };
  const show = (next: ShownPortfolio): void => {
    const before = shown;
    shown = next;
    if (next.timeframe !== before.timeframe) {
      for (const stop of stopPnl) stop();
      stopPnl = next.timeframe === null ? [] : [followPnl(next.timeframe), followPerps(options, next.timeframe)];
    }
    if (next.trades !== before.trades) {
      stopTrades();
      stopTrades = next.trades ? followTrades() : () => {};
    }
  };

  return {
    getState: store.getState,
    subscribe: store.subscribe,
    show,
    loadOlder() {
      if (store.getState().older.isFetching || !knownTrades(cache)?.hasMore) return;
      setOlder({ isFetching: true, problem: null });
      readOlder(cache, client, stopping.signal).then(
        () => setOlder({ isFetching: false, problem: null }),
        (error: unknown) => {
          if (!stopping.signal.aborted) setOlder({ isFetching: false, problem: toProblem(error) });
        },
      );
    },
    stop() {
      stopping.abort();
      show({ timeframe: null, trades: false });
    },
  };
}

/** Perp trades and funding payments of the timeframe. Old ones do not change, so they are read less often. */
const followPerps = ({ cache, client, everyMs, perpWalletId, now }: PortfolioOptions, timeframe: Timeframe) =>
  keepFresh({
    cache,
    everyMs: everyMs * 3,
    queryKey: queryKeys.perpPeriod(timeframe),
    read: async (signal): Promise<PerpPeriod> => {
      const query = { ...(await ofWallet(perpWalletId)), start_time: timeframeStart(timeframe, now()) };
      const [fills, funding] = await Promise.all([
        client.call(perpFills, { query }, { signal }),
        client.call(perpFunding, { query }, { signal }),
      ]);
      return { fills: fills.data, funding: funding.data };
    },
  });

const knownTrades = (cache: QueryClient): TradeHistory | undefined => cache.getQueryData(queryKeys.history());

async function readPage(client: ApiClient, page: number, signal: AbortSignal): Promise<TradeHistory> {
  const answer = await client.call(portfolioHistory, { query: { page, limit: pageSize } }, { signal });
  const { trades, warnings } = answer.data;
  const hasMore = answer.pagination?.hasMore ?? trades.length >= pageSize;
  return { trades, hasMore, warnings: readable(warnings ?? []) };
}

async function readOlder(cache: QueryClient, client: ApiClient, signal: AbortSignal): Promise<void> {
  for (let step = 0; step < mostPages; step++) {
    const before = knownTrades(cache);
    if (!before?.hasMore) return;
    const page = await readPage(client, Math.floor(before.trades.length / pageSize) + 1 + step, signal);
    const now = knownTrades(cache);
    if (!now) return;
    const next = withOlder(now, page);
    const { dataUpdatedAt } = cache.getQueryState(queryKeys.history()) ?? {};
    // Keep the update time: the newest trades were not read again.
    cache.setQueryData(queryKeys.history(), next, { ...(dataUpdatedAt && { updatedAt: dataUpdatedAt }) });
    if (next.trades.length > now.trades.length) return;
  }
}
