import {
  environmentManager,
  hashKey,
  notifyManager,
  QueryClient,
  type QueryKey,
  replaceEqualDeep,
} from '@tanstack/query-core';
import type { Candle, ServiceInterval } from '../domain/candles.ts';
import type { Timeframe } from '../domain/timeframe.ts';
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
import type { TradeHistory } from './portfolio.ts';
import { type Problem, toProblem } from './problem.ts';
import type { SheetParts } from './token-sheet.ts';

/** The reads that the desk keeps fresh, by name. */
export interface DeskQueries {
  positions: ResponseData<typeof perpPositions>;
  markets: ResponseData<typeof perpMarkets>;
  orders: ResponseData<typeof listTriggerOrders>;
  balances: ResponseData<typeof portfolioBalances>;
  holdings: ResponseData<typeof portfolioPositions>;
  wallets: ResponseData<typeof listWallets>;
  usage: ResponseData<typeof getUsage>;
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
  suggestions: ResponseData<typeof listSuggestions>;
}

export type QueryName = keyof DeskQueries;

/** Reads that are made only while something on screen, or an alert, wants them; the others always are. */
export type WantedQueryName =
  | ('me' | 'settings' | 'groups' | 'suggestions')
  | ('perpOrders' | 'fills' | 'fees' | 'funding' | 'perpAccount');

/** A task that was given to an agent in this run of the desk, as it was last heard of. */
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
  /** Why it could not be asked after the last time; null when it could. */
  readonly trouble: string | null;
}

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

/** Candles as the service gave them, oldest first; the newest was still open then. */
export interface ServiceCandles {
  readonly candles: readonly Candle[];
  /** ms since the epoch. */
  readonly receivedAtMs: number;
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
  agentSession: (sessionId: string): QueryKey => ['agent', sessionId],
  candles: (tokenId: string, interval: ServiceInterval): QueryKey => ['candles', tokenId, interval],
  pnl: (timeframe: Timeframe): QueryKey => ['portfolio', 'pnl', timeframe],
  history: (): QueryKey => ['portfolio', 'history'],
  market: (coin: string): QueryKey => ['market', coin],
  sheet: (tokenId: string, part: keyof SheetParts): QueryKey => ['sheet', tokenId, part],
};

/** All but what never changes, such as the names of tokens. */
const everything: readonly QueryKey[] = [['desk'], ['levels'], ['candles'], ['portfolio'], ['market']];

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
        structuralSharing: (before, now) => {
          const shared = replaceEqualDeep(before, now);
          carryRaw(now, shared);
          return shared;
        },
      },
    },
  });
}

interface Derived {
  readonly value: unknown;
  /** Of the reads, when it was last known to stand. */
  version: number;
  /** The data of the reads that it was made of, by their hash. */
  readonly seen: ReadonlyMap<string, unknown>;
}

/** The REST half of what the screen shows, read as it stands at this moment. */
export class DeskData {
  readonly #cache: QueryClient;
  readonly #derived = new Map<(data: DeskData) => unknown, Derived>();
  #version = 0;
  #reading: Map<string, unknown> | null = null;

  constructor(cache: QueryClient) {
    this.#cache = cache;
    cache.getQueryCache().subscribe(() => this.#version++);
  }

  /**
   * What `make` makes of the reads, made again only when the data of one that it has looked at is another: a frame asks for
   * it thirty times a second. What `make` derives in its turn counts as looked at.
   */
  derive<T>(make: (data: DeskData) => T): T {
    const known = this.#derived.get(make);
    const stands = known && (known.version === this.#version || this.#stillStands(known));
    const { value, seen } = stands ? known : this.#make(make);
    if (this.#reading) for (const [hash, data] of seen) this.#reading.set(hash, data);
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
    return this.#cache
      .getQueryCache()
      .findAll({ queryKey: ['token'] })
      .flatMap((query) => (query.state.data ? [query.state.data as TokenInfo] : []));
  }

  levels(tokenId: string): Reading<TokenLevels> {
    return this.#read(queryKeys.levels(tokenId));
  }

  candles(tokenId: string, interval: ServiceInterval): Reading<ServiceCandles> {
    return this.#read(queryKeys.candles(tokenId, interval));
  }

  /** Newest first. */
  agentSessions(): AgentSession[] {
    return this.#cache
      .getQueryCache()
      .findAll({ queryKey: ['agent'] })
      .flatMap((query) => (query.state.data ? [query.state.data as AgentSession] : []))
      .sort((a, b) => b.askedAtMs - a.askedAtMs);
  }

  noteAgentSession(session: AgentSession): void {
    this.#cache.setQueryData(queryKeys.agentSession(session.sessionId), session);
  }

  pnl(timeframe: Timeframe): Reading<ResponseData<typeof portfolioPnl>> {
    return this.#read(queryKeys.pnl(timeframe));
  }

  /** Spot trades, as far back as they were asked for. */
  history(): Reading<TradeHistory> {
    return this.#read(queryKeys.history());
  }

  /** A perp market with its order book, as long as the book is looked at. */
  market(coin: string): Reading<ResponseData<typeof perpMarket>> {
    return this.#read(queryKeys.market(coin));
  }

  /** One part of what was read when somebody wanted to see a token. */
  sheet<K extends keyof SheetParts>(tokenId: string, part: K): Reading<SheetParts[K]> {
    return this.#read(queryKeys.sheet(tokenId, part));
  }

  /**
   * Reads the named queries again, now; all of them when none is named. What nobody wants now is not asked for: it is read
   * when somebody does.
   */
  refresh(...names: QueryName[]): void {
    for (const queryKey of names.length > 0 ? names.map(queryKeys.named) : everything)
      void this.#cache.invalidateQueries({ queryKey, refetchType: 'active' });
  }

  /** Calls `listener` when what can be read here has changed; that a read has begun changes nothing on screen. */
  onChange(listener: () => void): () => void {
    return this.#cache.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type !== 'fetch') listener();
    });
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
