import { bucketOf, type Candle, joined, toLevel, toMicros } from '../../domain/market/candles.ts';
import type { Tape, TapeSwap } from './tape.ts';

const secondMs = 1_000;
/** How many of the account's own swaps are kept per token. */
const keptOwn = 500;
/** How many seconds with swaps are kept per token: half an hour of a busy token. */
const keptSeconds = 1_800;
/** A swap whose time is further in the future than this is dated by the time of arrival, ms. */
const aheadMs = 60_000;

/** One-second candles of one token, and the account's own swaps of it. */
export class TapeSeries {
  readonly #seconds: Candle[] = [];
  #own: readonly TapeSwap[] = [];
  #version = 0;

  /** One-second candles, oldest first; none for a second without a swap. */
  get seconds(): readonly Candle[] {
    return this.#seconds;
  }

  /** Changes with every swap. */
  get version(): number {
    return this.#version;
  }

  /** The account's own swaps, in order of arrival. The same array until the next one. */
  get own(): readonly TapeSwap[] {
    return this.#own;
  }

  addOwn(swap: TapeSwap): void {
    this.#own = [...this.#own, swap].slice(-keptOwn);
  }

  add(swap: TapeSwap, nowMs: number): void {
    const price = toLevel(swap.priceUsd);
    if (!price) return;
    const isOdd = !Number.isFinite(swap.atMs) || swap.atMs > nowMs + aheadMs;
    const startMs = bucketOf(isOdd ? nowMs : swap.atMs, secondMs);
    const volumeMicros = toMicros(swap.sizeUsd);
    const candle = { startMs, open: price, high: price, low: price, close: price, volumeMicros };
    // Nearly always the newest second. A late swap is added to the second it happened in.
    const index = this.#seconds.findLastIndex((known) => known.startMs <= startMs);
    const known = this.#seconds[index];
    if (known?.startMs === startMs) this.#seconds[index] = joined(known, candle);
    else if (index >= 0 || this.#seconds.length < keptSeconds) this.#seconds.splice(index + 1, 0, candle);
    else return;
    if (this.#seconds.length > keptSeconds) this.#seconds.shift();
    this.#version++;
  }
}

interface Gap {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Candles built from the swaps on the tape, which itself keeps only the latest rows. */
export class TapeCandles {
  readonly #byToken = new Map<string, TapeSeries>();
  readonly #gaps: Gap[] = [];
  #takenSeq = 0;

  /** Adds the tape rows received since the last call. `isOwn`: whether a wallet of the account made the swap. */
  take(tape: Tape, nowMs: number, isOwn: (swap: TapeSwap) => boolean = () => false): void {
    const { lastSeq } = tape.getState();
    const rows = tape.latest(lastSeq - this.#takenSeq, { tokenId: null, minUsd: 0 });
    this.#takenSeq = lastSeq;
    for (const row of rows.reverse()) {
      if (row.kind === 'swap') {
        const series = this.series(row.tokenId);
        series.add(row, nowMs);
        if (isOwn(row)) series.addOwn(row);
      } else if (row.kind === 'gap') this.#gaps.push({ fromMs: row.atMs - row.lengthMs, toMs: row.atMs });
    }
    if (this.#gaps.length > 100) this.#gaps.shift();
  }

  series(tokenId: string): TapeSeries {
    const known = this.#byToken.get(tokenId) ?? new TapeSeries();
    this.#byToken.set(tokenId, known);
    return known;
  }

  /** Whether the stream had a gap in this period. If so, the absence of swaps proves nothing. */
  wasBlind(fromMs: number, toMs: number): boolean {
    return this.#gaps.some((gap) => gap.fromMs < toMs && gap.toMs > fromMs);
  }
}
