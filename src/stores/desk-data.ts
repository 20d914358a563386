import {
  environmentManager,
  hashKey,
  notifyManager,
  QueryClient,
  type QueryKey,
  replaceEqualDeep,
} from '@tanstack/query-core';
import { createStore } from 'zustand/vanilla';
import type { Candle, ServiceInterval } from '../domain/market/candles.ts';
import type { Timeframe } from '../domain/market/timeframe.ts';
import type { ResponseData } from '../protocol/endpoint.ts';
import type { getMe, getSettings, getUsage, listWallets } from '../protocol/endpoints/account.ts';
import type { listSuggestions } from '../protocol/endpoints/agents.ts';
import type { perpAccount, perpFees, perpFills, perpFunding } from '../protocol/endpoints/perp-account.ts';
import type { perpMarket, perpMarkets } from '../protocol/endpoints/perp-markets.ts';
import type { perpOrders } from '../protocol/endpoints/perp-orders.ts';
import type { perpPositions } from '../protocol/endpoints/perp-positions.ts';
import type { portfolioBalances, portfolioPnl, portfolioPositions } from '../protocol/endpoints/portfolio.ts';
import type { listTriggerOrders } from '../protocol/endpoints/trigger.ts';
import type { listWalletGroups } from '../protocol/endpoints/wallet-groups.ts';
import { carryRaw } from '../protocol/schema.ts';
import type { SheetParts } from './market/token-sheet.ts';
import type { OwnHoldings } from './portfolio/own-holdings.ts';
import type { PerpPeriod } from './portfolio/perp-results.ts';
import type { TradeHistory } from './portfolio/portfolio.ts';
import { type Problem, toProblem } from './problem.ts';
import type { ReadableStore } from './store.ts';

/** The reads that the desk keeps fresh, by name. */
export interface DeskQueries {
  positions: ResponseData<typeof perpPositions>;
  markets: ResponseData<typeof perpMarkets>;
  orders: ResponseData<typeof listTriggerOrders>;
  balances: ResponseData<typeof portfolioBalances>;
  holdings: ResponseData<typeof portfolioPositions>;
  wallets: ResponseData<typeof listWallets>;
  usage: ResponseData<typeof getUsage>;
  /** Wallets whose keys the user holds, and what the chains say that they hold. */
  own: OwnHoldings;
  /** Open orders at the perp venue. */
  perpOrders: ResponseData<typeof perpOrders>;
  /** Perp trades of the last day. */
  fills: ResponseData<typeof perpFills>;
  fees: ResponseData<typeof perpFees>;
  /** Funding payments of the last 7 days. */
  funding: ResponseData<typeof perpFunding>;
  perpAccount: ResponseData<typeof perpAccount>;
  me: ResponseData<typeof getMe>;
  settings: ResponseData<typeof getSettings>;
  groups: ResponseData<typeof listWalletGroups>;
  /** Those that wait for a decision. */
  suggestions: SuggestionList;
  /** In any state. */
  allSuggestions: SuggestionList;
}

/** Suggestions, latest first, as far back as they were read. */
export type SuggestionList = ResponseData<typeof listSuggestions> & {
  /** How many pages these are; 1 if absent. */
  readonly pages?: number;
};

export type QueryName = keyof DeskQueries;

/** Reads that run only while a visible pane, a form or an alert needs them. The others always run. */
export type WantedQueryName =
  | ('me' | 'settings' | 'groups' | 'suggestions' | 'allSuggestions')
  | ('perpOrders' | 'fills' | 'fees' | 'funding' | 'perpAccount');

/** A task given to an agent in this session, with its last known state. */
export interface AgentSession {
  readonly sessionId: string;
  readonly agentId: string;
  readonly prompt: string;
  readonly status: string;
  readonly isOver: boolean;
  readonly error: string | null;
  readonly finalResponse: string | null;
  /** ms since the epoch. */
  readonly askedAtMs: number;
  /** Why the last status read failed, or why there is none; null if it succeeded. */
  readonly trouble: string | null;
}

/** Name and decimals of a token. */
export interface TokenInfo {
  readonly tokenId: string;
  readonly symbol: string;
  readonly name: string;
  readonly decimals: number;
}

/** The values that trigger orders and alerts watch, from the token's deepest pool. */
export interface TokenLevels {
  readonly priceUsd: string | null;
  readonly marketCapUsd: string | null;
  readonly liquidityUsd: string | null;
}

/** Candles as the service sent them, oldest first. The newest was still open at that time. */
export interface ServiceCandles {
  readonly candles: readonly Candle[];
  /** ms since the epoch. */
  readonly receivedAtMs: number;
}

/** The current state of one read. After an error the older data is kept, with the problem beside it. */
export interface Reading<T> {
  readonly data: T | undefined;
  /** When the data was received, ms since the epoch; 0 before the first response. */
  readonly updatedAtMs: number;
  readonly problem: Problem | null;
  readonly problemAtMs: number;
  readonly isFetching: boolean;
}

export const queryKeys = {
  named: (name: QueryName): QueryKey => ['desk', name],
  token: (tokenId: string): QueryKey => ['token', tokenId],
  levels: (tokenId: string): QueryKey => ['levels', tokenId],
  agentSession: (sessionId: string): QueryKey => ['agent', sessionId],
  candles: (tokenId: string, interval: ServiceInterval): QueryKey => ['candles', tokenId, interval],
  pnl: (timeframe: Timeframe): QueryKey => ['portfolio', 'pnl', timeframe],
  history: (): QueryKey => ['portfolio', 'history'],
  perpPeriods: (): QueryKey => ['portfolio', 'perps'],
  perpPeriod: (timeframe: Timeframe): QueryKey => ['portfolio', 'perps', timeframe],
  market: (coin: string): QueryKey => ['market', coin],
  sheet: (tokenId: string, part: keyof SheetParts): QueryKey => ['sheet', tokenId, part],
};

/** Everything except data that never changes, such as token names. */
const everything: readonly QueryKey[] = [['desk'], ['levels'], ['candles'], ['portfolio'], ['market']];

/** A query cache that polls in Node. By default, TanStack Query treats a process without `window` as a server and never polls. */
export function createQueryCache(): QueryClient {
  environmentManager.setIsServer(() => false);
  // Responses must reach the stores at once. Only the frame scheduler decides when to draw.
  notifyManager.setScheduler((run) => run());
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        networkMode: 'always',
        gcTime: Number.POSITIVE_INFINITY,
        staleTime: Number.POSITIVE_INFINITY,
        structuralSharing: (before, now) => {
          const shared = replaceEqualDeep(before, now);
          carryRaw(now, shared);
          return shared;
        },
      },
    },
  });
}

interface DeskDataState {
  /** Counts the changes of all data that can be read here. */
  readonly changes: number;
}

interface Derived {
  readonly value: unknown;
  /** Cache version at which the value was last known to be current. */
  version: number;
  /** The data of the reads that the value was derived from, by query hash. */
  readonly seen: ReadonlyMap<string, unknown>;
}

/** All data from REST reads, in its current state. */
export class DeskData implements ReadableStore<DeskDataState> {
  readonly #store = createStore<DeskDataState>(() => ({ changes: 0 }));
  readonly getState = this.#store.getState;
  readonly subscribe = this.#store.subscribe;
  readonly #cache: QueryClient;
  readonly #derived = new Map<(data: DeskData) => unknown, Derived>();
  #version = 0;
  #reading: Map<string, unknown> | null = null;

  constructor(cache: QueryClient) {
    this.#cache = cache;
    cache.getQueryCache().subscribe((event) => {
      this.#version++;
      // The start of a read changes nothing on screen.
      if (event.type === 'updated' && event.action.type !== 'fetch')
        this.#store.setState(({ changes }) => ({ changes: changes + 1 }));
    });
  }

  /**
   * Returns `make(this)`, cached until the data of a read that `make` used changes: frames ask for it thirty times a second.
   * Reads used by nested `derive` calls count too.
   */
  derive<T>(make: (data: DeskData) => T): T {
    const known = this.#derived.get(make);
    const stands = known && (known.version === this.#version || this.#stillStands(known));
    const { value, seen } = stands ? known : this.#make(make);
    if (this.#reading) for (const [hash, data] of seen) this.#reading.set(hash, data);
    // The value stored under `make` is what `make` returned.
    return value as T;
  }

  #make(make: (data: DeskData) => unknown): Derived {
    const outer = this.#reading;
    const seen = new Map<string, unknown>();
    this.#reading = seen;
    try {
      const made = { value: make(this), version: this.#version, seen };
      this.#derived.set(make, made);
      return made;
    } finally {
      this.#reading = outer;
    }
  }

  #stillStands(known: Derived): boolean {
    const queries = this.#cache.getQueryCache();
    for (const [hash, data] of known.seen) if (queries.get(hash)?.state.data !== data) return false;
    known.version = this.#version;
    return true;
  }

  read<K extends QueryName>(name: K): Reading<DeskQueries[K]> {
    return this.#read(queryKeys.named(name));
  }

  token(tokenId: string): TokenInfo | undefined {
    return this.#read<TokenInfo>(queryKeys.token(tokenId)).data;
  }

  tokens(): TokenInfo[] {
    return this.#all<TokenInfo>('token');
  }

  levels(tokenId: string): Reading<TokenLevels> {
    return this.#read(queryKeys.levels(tokenId));
  }

  candles(tokenId: string, interval: ServiceInterval): Reading<ServiceCandles> {
    return this.#read(queryKeys.candles(tokenId, interval));
  }

  /** Newest first. */
  agentSessions(): AgentSession[] {
    return this.#all<AgentSession>('agent').sort((a, b) => b.askedAtMs - a.askedAtMs);
  }

  noteAgentSession(session: AgentSession): void {
    this.#cache.setQueryData(queryKeys.agentSession(session.sessionId), session);
  }

  pnl(timeframe: Timeframe): Reading<ResponseData<typeof portfolioPnl>> {
    return this.#read(queryKeys.pnl(timeframe));
  }

  /** Perp trades and funding payments of a period of the portfolio. */
  perpPeriod(timeframe: Timeframe): Reading<PerpPeriod> {
    return this.#read(queryKeys.perpPeriod(timeframe));
  }

  /** Spot trades, as far back as they were loaded. */
  history(): Reading<TradeHistory> {
    return this.#read(queryKeys.history());
  }

  /** A perp market with its order book. Kept fresh only while the book is visible. */
  market(coin: string): Reading<ResponseData<typeof perpMarket>> {
    return this.#read(queryKeys.market(coin));
  }

  /** One part of the data read for the token view. */
  sheet<K extends keyof SheetParts>(tokenId: string, part: K): Reading<SheetParts[K]> {
    return this.#read(queryKeys.sheet(tokenId, part));
  }

  /** Reads the named queries again now, or all if none is named. Queries not in use are only marked stale, and read on next use. */
  refresh(...names: QueryName[]): void {
    for (const queryKey of names.length > 0 ? names.map(queryKeys.named) : everything)
      void this.#cache.invalidateQueries({ queryKey, refetchType: 'active' });
  }

  #all<T>(kind: string): T[] {
    return this.#cache.getQueriesData<T>({ queryKey: [kind] }).flatMap(([, data]) => (data ? [data] : []));
  }

  #read<T>(queryKey: QueryKey): Reading<T> {
    const hash = hashKey(queryKey);
    const state = this.#cache.getQueryCache().get<T>(hash)?.state;
    this.#reading?.set(hash, state?.data);
    return {
      data: state?.data,
      updatedAtMs: state?.dataUpdatedAt ?? 0,
      problem: state?.error ? toProblem(state.error) : null,
      problemAtMs: state?.errorUpdatedAt ?? 0,
      isFetching: state?.fetchStatus === 'fetching',
    };
  }
}
