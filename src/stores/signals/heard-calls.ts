import type { SignalToken } from './signal-token.ts';

/** One call by one caller. Texts are cleaned; decimals are as sent. */
export interface HeardCall {
  readonly caller: string;
  readonly userName: string | null;
  readonly platform: string | null;
  readonly isBot: boolean;
  readonly isVerified: boolean;
  readonly token: SignalToken;
  readonly atMs: number;
  /** At the call; null if unknown. */
  readonly priceUsd: string | null;
}

export interface HeardPrice {
  readonly usd: string;
  readonly atMs: number;
}

/** The calls that were read or heard one by one. Every change creates new maps. */
export interface HeardCalls {
  /** By token, caller and second: lists have times in seconds. Oldest heard first. */
  readonly calls: ReadonlyMap<string, HeardCall>;
  /** Last known price of each token, by `tokenKey`. */
  readonly prices: ReadonlyMap<string, HeardPrice>;
  /** The reads that calls came from, each once however often it was repeated. */
  readonly reads: ReadonlySet<string>;
  /** Calls that came from streams. */
  readonly live: number;
}

export const nothingHeard: HeardCalls = { calls: new Map(), prices: new Map(), reads: new Set(), live: 0 };

/** Tells callers apart: a name says nothing beyond its platform. */
export const callerKey = ({
  platform,
  userName,
  caller,
}: Pick<HeardCall, 'platform' | 'userName' | 'caller'>): string =>
  `${platform ?? '?'} ${(userName ?? caller).toLowerCase()}`;
