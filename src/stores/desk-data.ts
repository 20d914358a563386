import { environmentManager, notifyManager, QueryClient, type QueryKey } from '@tanstack/query-core';
import type { ResponseData } from '../protocol/endpoint.ts';
import type { getUsage, listWallets } from '../protocol/endpoints/account.ts';
import type { perpMarkets } from '../protocol/endpoints/perp-markets.ts';
import type { perpPositions } from '../protocol/endpoints/perp-positions.ts';
import type { portfolioBalances, portfolioPositions } from '../protocol/endpoints/portfolio.ts';
import type { listTriggerOrders } from '../protocol/endpoints/trigger.ts';
import { type Problem, toProblem } from './problem.ts';

/** The reads that the desk keeps fresh, by name. */
export interface DeskQueries {
  positions: ResponseData<typeof perpPositions>;
  markets: ResponseData<typeof perpMarkets>;
  orders: ResponseData<typeof listTriggerOrders>;
  balances: ResponseData<typeof portfolioBalances>;
  holdings: ResponseData<typeof portfolioPositions>;
  wallets: ResponseData<typeof listWallets>;
  usage: ResponseData<typeof getUsage>;
}

export type QueryName = keyof DeskQueries;

/** What the desk knows of a token: its name and, where a pool was read, what trigger orders watch. */
export interface TokenInfo {
  readonly tokenId: string;
  readonly symbol: string;
  readonly name: string;
  readonly decimals: number;
}

export interface TokenLevels {
  readonly priceUsd: string | null;
  readonly marketCapUsd: string | null;
  readonly liquidityUsd: string | null;
}

/** One read as it stands: data may be old while an error says why. */
export interface Reading<T> {
  readonly data: T | undefined;
  /** When the data was received, ms since the epoch; 0 before the first answer. */
  readonly updatedAtMs: number;
  readonly problem: Problem | null;
  readonly problemAtMs: number;
  readonly isFetching: boolean;
}

export const queryKeys = {
  named: (name: QueryName): QueryKey => ['desk', name],
  token: (tokenId: string): QueryKey => ['token', tokenId],
  levels: (tokenId: string): QueryKey => ['levels', tokenId],
};

/** A query cache that polls in Node: without a `window` it would take Node for a server and never poll. */
export function createQueryCache(): QueryClient {
  environmentManager.setIsServer(() => false);
  // Answers must reach the stores at once: the frame scheduler alone decides when the screen follows.
  notifyManager.setScheduler((run) => run());
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        networkMode: 'always',
        gcTime: Number.POSITIVE_INFINITY,
        staleTime: Number.POSITIVE_INFINITY,
      },
    },
  });
}

/** The REST half of what the screen shows, read as it stands at this moment. */
export class DeskData {
  readonly #cache: QueryClient;

  constructor(cache: QueryClient) {
    this.#cache = cache;
  }

  read<K extends QueryName>(name: K): Reading<DeskQueries[K]> {
    return this.#read(queryKeys.named(name));
  }

  token(tokenId: string): TokenInfo | undefined {
    return this.#cache.getQueryData<TokenInfo>(queryKeys.token(tokenId));
  }

  tokens(): TokenInfo[] {
    return this.#cache
      .getQueryCache()
      .findAll({ queryKey: ['token'] })
      .flatMap((query) => (query.state.data ? [query.state.data as TokenInfo] : []));
  }

  levels(tokenId: string): Reading<TokenLevels> {
    return this.#read(queryKeys.levels(tokenId));
  }

  /** Reads the named queries again, now; all of them when none is named. */
  refresh(...names: QueryName[]): void {
    for (const queryKey of names.length > 0 ? names.map(queryKeys.named) : [['desk'], ['levels']])
      void this.#cache.refetchQueries({ queryKey });
  }

  /** Calls `listener` when what can be read here has changed; that a read has begun changes nothing on screen. */
  onChange(listener: () => void): () => void {
    return this.#cache.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type !== 'fetch') listener();
    });
  }

  #read<T>(queryKey: QueryKey): Reading<T> {
    const state = this.#cache.getQueryState<T>(queryKey);
    return {
      data: state?.data,
      updatedAtMs: state?.dataUpdatedAt ?? 0,
      problem: state?.error ? toProblem(state.error) : null,
      problemAtMs: state?.errorUpdatedAt ?? 0,
      isFetching: state?.fetchStatus === 'fetching',
    };
  }
}
