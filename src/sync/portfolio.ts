import type { QueryClient } from '@tanstack/query-core';
import type { ApiClient } from '../client/api-client.ts';
import type { Timeframe } from '../domain/timeframe.ts';
import { portfolioHistory, portfolioPnl } from '../protocol/endpoints/portfolio.ts';
import { queryKeys } from '../stores/desk-data.ts';
import {
  type DeskPortfolio,
  type ShownPortfolio,
  type TradeHistory,
  withNewest,
  withOlder,
} from '../stores/portfolio.ts';
import { toProblem } from '../stores/problem.ts';
import { keepFresh } from './keep-fresh.ts';

const pageSize = 25;
/** Newer trades push older ones on: a page may hold known ones only, and then the next is asked for. */
const mostPages = 3;

interface PortfolioOptions {
  readonly cache: QueryClient;
  readonly client: ApiClient;
  /** How often each is read while somebody looks, ms. */
  readonly everyMs: number;
  /** Reading older trades has begun or ended. */
  readonly onChange: () => void;
}

/** Reads profit and loss and the trades while they are looked at, and not at all otherwise. */
export function createPortfolioReads(options: PortfolioOptions): DeskPortfolio & { stop(): void } {
  const { cache, client, everyMs, onChange } = options;
  const stopping = new AbortController();
  let shown: ShownPortfolio = { timeframe: null, trades: false };
  let stopPnl = (): void => {};
  let stopTrades = (): void => {};
  let older: DeskPortfolio['older'] = { isFetching: false, problem: null };
  const setOlder = (next: DeskPortfolio['older']): void => {
    older = next;
    onChange();
  };
  const known = (): TradeHistory | undefined => cache.getQueryData(queryKeys.history());

  const readPnl = async (timeframe: Timeframe, signal: AbortSignal) =>
    (await client.call(portfolioPnl, { query: { timeframe } }, { signal })).data;

  const readPage = async (page: number, signal: AbortSignal): Promise<TradeHistory> => {
    const answer = await client.call(portfolioHistory, { query: { page, limit: pageSize } }, { signal });
    const { trades } = answer.data;
    return { trades, hasMore: answer.pagination?.hasMore ?? trades.length >= pageSize };
  };

  const readOlder = async (): Promise<void> => {
    for (let step = 0; step < mostPages; step++) {
      const before = known();
      if (!before?.hasMore) return;
      const page = await readPage(Math.floor(before.trades.length / pageSize) + 1 + step, stopping.signal);
      const now = known();
      if (!now) return;
      const next = withOlder(now, page);
      const { dataUpdatedAt } = cache.getQueryState(queryKeys.history()) ?? {};
      // The newest ones are as old as they were.
      cache.setQueryData(queryKeys.history(), next, { ...(dataUpdatedAt && { updatedAt: dataUpdatedAt }) });
      if (next.trades.length > now.trades.length) return;
    }
  };

  const followPnl = (timeframe: Timeframe): (() => void) =>
    keepFresh({
      ...{ cache, everyMs, queryKey: queryKeys.pnl(timeframe) },
      read: (signal) => readPnl(timeframe, signal),
    });
  const followTrades = (): (() => void) =>
    keepFresh({
      ...{ cache, everyMs, queryKey: queryKeys.history() },
      read: async (signal) => {
        const page = await readPage(1, signal);
        return withNewest(known(), page);
      },
    });
  const show = (next: ShownPortfolio): void => {
    const before = shown;
    shown = next;
    if (next.timeframe !== before.timeframe) {
      stopPnl();
      stopPnl = next.timeframe === null ? () => {} : followPnl(next.timeframe);
    }
    if (next.trades !== before.trades) {
      stopTrades();
      stopTrades = next.trades ? followTrades() : () => {};
    }
  };

  return {
    get older() {
      return older;
    },
    show,
    loadOlder() {
      if (older.isFetching || !known()?.hasMore) return;
      setOlder({ isFetching: true, problem: null });
      readOlder().then(
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
