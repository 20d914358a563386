import { createStore } from 'zustand/vanilla';
import type { ReadableStore } from '../store.ts';

/** One swap on the tape. Decimal texts are as the service sent them; `usd` is a float for statistics and filters only. */
export interface TapeSwap {
  readonly kind: 'swap';
  readonly seq: number;
  readonly atMs: number;
  readonly tokenId: string;
  readonly isBuy: boolean;
  /** In the chain's native token. */
  readonly sizeNative: string;
  readonly sizeUsd: string;
  readonly usd: number;
  readonly priceUsd: string;
  readonly maker: string | null;
}

/** A gap: a period in which nothing could be received. Its events are never sent later. */
export interface TapeGap {
  readonly kind: 'gap';
  readonly seq: number;
  readonly atMs: number;
  readonly lengthMs: number;
  readonly reason: string;
}

export interface TapeUnreadable {
  readonly kind: 'unreadable';
  readonly seq: number;
  readonly atMs: number;
  readonly tokenId: string;
  readonly reason: string;
}

export type TapeRow = TapeSwap | TapeGap | TapeUnreadable;
type WithoutSeq<T> = T extends TapeRow ? Omit<T, 'seq'> : never;

export interface TapeFilter {
  /** null: every token on the tape. */
  readonly tokenId: string | null;
  readonly minUsd: number;
}

interface TapeState {
  /** Number of the newest row; a paused view remembers it. */
  readonly lastSeq: number;
}

export interface TapeStats {
  /** Share of buys in USD over the last minute, 0–1; null before the first swap. */
  readonly buyShare: number | null;
  /** Swaps per second over the last five seconds. */
  readonly perSecond: number;
}

interface Bucket {
  second: number;
  readonly byToken: Map<string, { buyUsd: number; sellUsd: number; count: number }>;
}

const windowSeconds = 60;
const rateSeconds = 5;

/** Ring buffer of the swaps of the subscribed tokens, newest last, with running statistics. */
export class Tape implements ReadableStore<TapeState> {
  readonly #store = createStore<TapeState>(() => ({ lastSeq: 0 }));
  readonly getState = this.#store.getState;
  readonly subscribe = this.#store.subscribe;
  readonly #capacity: number;
  readonly #rows: TapeRow[] = [];
  readonly #buckets: Bucket[];

  constructor(capacity = 4_000) {
    this.#capacity = capacity;
    this.#buckets = Array.from({ length: windowSeconds }, () => ({ second: -1, byToken: new Map() }));
  }

  /** `heardAtMs`: time of arrival on this machine's clock. The service's clock may differ. */
  push(row: WithoutSeq<TapeRow>, heardAtMs: number = row.atMs): void {
    const seq = this.getState().lastSeq + 1;
    // Overwriting in place keeps a burst free of array growth and shifts.
    this.#rows[seq % this.#capacity] = { ...row, seq };
    if (row.kind === 'swap') this.#count(row, heardAtMs);
    this.#store.setState({ lastSeq: seq });
  }

  /** Newest first: up to `count` rows that pass the filter, at or before `untilSeq`, after skipping the first `skip`. */
  latest(count: number, filter: TapeFilter, untilSeq = this.getState().lastSeq, skip = 0): TapeRow[] {
    const found: TapeRow[] = [];
    const oldest = Math.max(1, this.getState().lastSeq + 1 - this.#capacity);
    let left = skip;
    for (let seq = untilSeq; seq >= oldest && found.length < count; seq--) {
      const row = this.#rows[seq % this.#capacity];
      if (!row || !passes(row, filter)) continue;
      if (left > 0) left--;
      else found.push(row);
    }
    return found;
  }

  stats(nowMs: number, filter: TapeFilter): TapeStats {
    const nowSecond = Math.floor(nowMs / 1000);
    let buyUsd = 0;
    let sellUsd = 0;
    let recent = 0;
    for (const bucket of this.#buckets) {
      const age = nowSecond - bucket.second;
      if (age < 0 || age >= windowSeconds) continue;
      for (const [tokenId, sums] of bucket.byToken) {
        if (filter.tokenId !== null && tokenId !== filter.tokenId) continue;
        buyUsd += sums.buyUsd;
        sellUsd += sums.sellUsd;
        // The current second is incomplete: counting it would make the rate jump up and down.
        if (age >= 1 && age <= rateSeconds) recent += sums.count;
      }
    }
    const total = buyUsd + sellUsd;
    return { buyShare: total > 0 ? buyUsd / total : null, perSecond: recent / rateSeconds };
  }

  #count(swap: Omit<TapeSwap, 'seq'>, heardAtMs: number): void {
    const second = Math.floor(heardAtMs / 1000);
    const bucket = this.#buckets[((second % windowSeconds) + windowSeconds) % windowSeconds];
    if (!bucket) return;
    if (bucket.second !== second) {
      bucket.second = second;
      bucket.byToken.clear();
    }
    const sums = bucket.byToken.get(swap.tokenId) ?? { buyUsd: 0, sellUsd: 0, count: 0 };
    sums.count++;
    if (swap.isBuy) sums.buyUsd += swap.usd;
    else sums.sellUsd += swap.usd;
    bucket.byToken.set(swap.tokenId, sums);
  }
}

function passes(row: TapeRow, filter: TapeFilter): boolean {
  if (row.kind === 'gap') return true;
  if (filter.tokenId !== null && row.tokenId !== filter.tokenId) return false;
  return row.kind === 'unreadable' || row.usd >= filter.minUsd;
}
