import { bucketOf, type Candle, joined, toLevel, toMicros } from '../domain/candles.ts';
import type { Tape, TapeSwap } from './tape.ts';

const secondMs = 1_000;
/** Swaps of own wallets that are kept of each token. */
const keptOwn = 500;
/** Seconds with swaps that are kept of each token: half an hour of a busy one. */
const keptSeconds = 1_800;
/** A swap that says it is further ahead than this has a clock of its own. */
const aheadMs = 60_000;

/** What was traded of one token, second by second. */
export class TapeSeries {
  readonly #seconds: Candle[] = [];
  #own: readonly TapeSwap[] = [];
  #version = 0;

  /** Candles of 1 s, oldest first; a second without a swap has none. */
  get seconds(): readonly Candle[] {
    return this.#seconds;
  }

  /** Changes with every swap. */
  get version(): number {
    return this.#version;
  }

  /** Swaps of own wallets, in the order in which they came. The same list until another comes. */
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
    // Nearly always the newest second; a swap that comes late belongs where it happened.
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

/** Candles made of the swaps that the desk sees pass: the tape itself soon forgets them. */
export class TapeCandles {
  readonly #byToken = new Map<string, TapeSeries>();
  readonly #gaps: Gap[] = [];
  #takenSeq = 0;

  /** Takes what has come onto the tape since the last time. `isOwn`: whether a wallet of the account made a swap. */
  take(tape: Tape, nowMs: number, isOwn: (swap: TapeSwap) => boolean = () => false): void {
    const rows = tape.latest(tape.lastSeq - this.#takenSeq, { tokenId: null, minUsd: 0 });
    this.#takenSeq = tape.lastSeq;
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

  /** Whether nothing could be received for a part of this time: that no swap is known of it then says nothing. */
  wasBlind(fromMs: number, toMs: number): boolean {
    return this.#gaps.some((gap) => gap.fromMs < toMs && gap.toMs > fromMs);
  }
}
