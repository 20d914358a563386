import Big from 'big.js';
import { createStore } from 'zustand/vanilla';
import { readDecimal } from '../../domain/numbers/decimal.ts';
import { readable } from '../../protocol/schema.ts';
import type { DeskQueries } from '../desk-data.ts';
import type { ReadableStore } from '../store.ts';
import type { KeptCandle } from './mark-history.ts';
import { priceLine } from './price-line.ts';

export interface PriceSample {
  /** When the price was received, wall clock ms. */
  readonly atMs: number;
  readonly px: Big;
}

/** How long samples are kept, ms. */
const keptMs = 2 * 3_600_000;
/** Only the last sample of each such interval is kept, ms. */
const stepMs = 5_000;
/** More coins than any venue lists. */
const mostCoins = 1_000;

/** Marks in order of arrival, as parallel arrays to save memory. */
interface Kept {
  readonly times: number[];
  readonly prices: string[];
  /** Number of expired samples at the front; the arrays are cut only once there are many. */
  gone: number;
  /** The result of the last read. `isRead`: it is still current. */
  read: readonly PriceSample[];
  isRead: boolean;
  line: readonly (number | null)[] | null;
}

interface PriceSamplesState {
  /** When the last response added here was received, wall clock ms. */
  readonly takenAtMs: number;
}

/** The mark prices of the perp markets: samples of the last two hours, and the candles before them where they are kept. */
export class PriceSamples implements ReadableStore<PriceSamplesState> {
  readonly #store = createStore<PriceSamplesState>(() => ({ takenAtMs: Number.NEGATIVE_INFINITY }));
  readonly getState = this.#store.getState;
  readonly subscribe = this.#store.subscribe;
  readonly #coins = new Map<string, Kept>();
  readonly #history = new Map<string, readonly KeptCandle[]>();

  /** Adds the marks of a markets response received at `atMs`. Adding the same response again has no effect. */
  take(markets: DeskQueries['markets'], atMs: number): void {
    if (atMs === this.getState().takenAtMs) return;
    for (const { meta, ctx } of readable(markets))
      if (readDecimal(ctx.markPx)?.gt(0)) this.#add(meta.name, ctx.markPx, atMs);
    for (const [coin, kept] of this.#coins) {
      dropOld(kept, atMs - keptMs);
      if (kept.gone === kept.times.length) this.#coins.delete(coin);
    }
    this.#store.setState({ takenAtMs: atMs });
  }

  /** Oldest first; the same array until the next sample. `coin` as the service names it. */
  of(coin: string): readonly PriceSample[] {
    const kept = this.#coins.get(coin);
    if (!kept) return none;
    if (!kept.isRead) kept.read = readAgain(kept);
    kept.isRead = true;
    return kept.read;
  }

  /** The same prices as points of a sparkline (see `priceLine`); the same array until the next sample. */
  line(coin: string): readonly (number | null)[] {
    const kept = this.#coins.get(coin);
    if (!kept) return noLine;
    kept.line ??= priceLine(kept.times, kept.prices, kept.gone);
    return kept.line;
  }

  /** Candles from before the first sample, oldest first; the same array until one is added. `coin` as the service names it. */
  history(coin: string): readonly KeptCandle[] {
    return this.#history.get(coin) ?? noHistory;
  }

  /** Sets the candles of a coin from before the first sample, oldest first. */
  setHistory(coin: string, candles: readonly KeptCandle[]): void {
    this.#history.set(coin, candles);
  }

  #add(coin: string, px: string, atMs: number): void {
    let kept = this.#coins.get(coin);
    if (!kept) {
      if (this.#coins.size >= mostCoins) return;
      kept = { times: [], prices: [], gone: 0, read: none, isRead: true, line: null };
      this.#coins.set(coin, kept);
    }
    // Keeps only the newest sample of a step. After the clock was set back, it also removes samples from the future.
    while (kept.times.length > kept.gone && (kept.times.at(-1) ?? 0) >= bucketOf(atMs)) {
      kept.times.pop();
      kept.prices.pop();
    }
    kept.times.push(atMs);
    kept.prices.push(px);
    kept.isRead = false;
    kept.line = null;
  }
}

const none: readonly PriceSample[] = [];
const noHistory: readonly KeptCandle[] = [];
const noLine: readonly (number | null)[] = [];

/** Reuses the samples parsed before: there may be more than a thousand, with a new one every two seconds. */
function readAgain({ times, prices, gone, read }: Kept): readonly PriceSample[] {
  let at = 0;
  return times.slice(gone).map((atMs, index) => {
    while ((read[at]?.atMs ?? Number.POSITIVE_INFINITY) < atMs) at++;
    const known = read[at];
    // The arrays are parallel: there is a price for each time.
    return known?.atMs === atMs ? known : { atMs, px: new Big(prices[gone + index] as string) };
  });
}

const bucketOf = (atMs: number): number => Math.floor(atMs / stepMs) * stepMs;

function dropOld(kept: Kept, beforeMs: number): void {
  const { times } = kept;
  const before = kept.gone;
  while (kept.gone < times.length && (times[kept.gone] ?? 0) < beforeMs) kept.gone++;
  if (kept.gone !== before) kept.isRead = false;
  if (kept.gone !== before) kept.line = null;
  if (kept.gone < 500) return;
  times.splice(0, kept.gone);
  kept.prices.splice(0, kept.gone);
  kept.gone = 0;
}
