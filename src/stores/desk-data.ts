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

interface Derived {
  readonly value: unknown;
  /** Of the reads, when it was last known to stand. */
  version: number;
  /** The reads that it was made of, with their data then. */
  readonly seen: readonly (readonly [QueryKey, unknown])[];
}

/** The REST half of what the screen shows, read as it stands at this moment. */
export class DeskData {
  readonly #cache: QueryClient;
  readonly #derived = new Map<(data: DeskData) => unknown, Derived>();
  #version = 0;
  #reading: QueryKey[] | null = null;

  constructor(cache: QueryClient) {
    this.#cache = cache;
    cache.getQueryCache().subscribe(() => this.#version++);
  }

  /**
   * What `make` makes of the reads, made again only when the data of one that it has looked at is another: a frame asks for
   * it thirty times a second.
   */
  derive<T>(make: (data: DeskData) => T): T {
    const known = this.#derived.get(make);
    if (known && (known.version === this.#version || this.#stillStands(known))) return known.value as T;
    const keys: QueryKey[] = [];
    this.#reading = keys;
    try {
      const value = make(this);
      const seen = keys.map((key) => [key, this.#cache.getQueryData(key)] as const);
      this.#derived.set(make, { value, version: this.#version, seen });
      return value;
    } finally {
      this.#reading = null;
    }
  }

  #stillStands(known: Derived): boolean {
    const stands = known.seen.every(([key, data]) => this.#cache.getQueryData(key) === data);
    if (stands) known.version = this.#version;
    return stands;
  }

  read<K extends QueryName>(name: K): Reading<DeskQueries[K]> {
    return this.#read(queryKeys.named(name));
  }

  token(tokenId: string): TokenInfo | undefined {
    return this.#read<TokenInfo>(queryKeys.token(tokenId)).data;
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
    this.#reading?.push(queryKey);
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
