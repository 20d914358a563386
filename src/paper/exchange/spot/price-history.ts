export interface Candle {
  /** Seconds since the epoch. */
  readonly timestamp: number;
  open: number;
  high: number;
  low: number;
  close: number;
  /** USD. */
  volume: number;
}

export const resolutionsMs = {
  '1m': 60_000,
  '5m': 300_000,
  '15m': 900_000,
  '30m': 1_800_000,
  '1h': 3_600_000,
  '6h': 21_600_000,
  '1d': 86_400_000,
} as const;
export type Resolution = keyof typeof resolutionsMs;

export interface PriceHistoryState {
  readonly anchorMs: number;
  readonly anchorPrice: number;
  readonly recorded: [resolutionMs: number, candles: Candle[]][];
}

const maxCandles = 500;

/** Uniform in [0, 1) from three numbers: the same three always give the same. */
function hash(seed: number, octave: number, index: number): number {
  let mixed = Math.imul(seed ^ Math.imul(octave + 1, 0x9e3779b1) ^ Math.imul(index, 0x85ebca6b), 0xc2b2ae35);
  mixed ^= mixed >>> 15;
  mixed = Math.imul(mixed, 0x2c1b3c6d);
  mixed ^= mixed >>> 12;
  mixed = Math.imul(mixed, 0x297a2d39);
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 4_294_967_296;
}

/**
 * A past that was never simulated: a path through layers of noise from minutes to months, so that every resolution tells
 * the same story without a stored tick. Same seed, same path.
 */
export function logPath(seed: number, volatility: number, atMs: number): number {
  let total = 0;
  for (let octave = 0, periodMs = 120_000; octave < 11; octave++, periodMs *= 3) {
    const amplitude = Math.min(0.22, volatility * Math.sqrt(periodMs / (365 * 86_400_000)));
    const place = atMs / periodMs;
    const index = Math.floor(place);
    const [from, to] = [hash(seed, octave, index), hash(seed, octave, index + 1)];
    const across = place - index;
    total += amplitude * 2 * (from + (to - from) * across * across * (3 - 2 * across) - 0.5);
  }
  return total;
}

/** Candles of one token: made up before the moment it is first asked for, recorded from real swaps afterwards. */
export class PriceHistory {
  readonly #seed: number;
  readonly #volatility: number;
  readonly #usdPerMs: number;
  readonly #recorded = new Map<number, Candle[]>();
  #anchorMs: number;
  #anchorPrice: number;

  /** The made-up past ends at `anchorPrice` at `anchorMs`; `usdPerMs` is its usual volume. */
  constructor(spec: {
    seed: number;
    volatility: number;
    usdPerMs: number;
    anchorMs: number;
    anchorPrice: number;
  }) {
    this.#seed = spec.seed;
    this.#volatility = spec.volatility;
    this.#usdPerMs = spec.usdPerMs;
    this.#anchorMs = spec.anchorMs;
    this.#anchorPrice = spec.anchorPrice;
  }

  record(nowMs: number, price: number, volumeUsd: number): void {
    for (const resolutionMs of Object.values(resolutionsMs)) {
      const candle = this.#candleAt(resolutionMs, Math.floor(nowMs / resolutionMs) * resolutionMs);
      candle.close = price;
      candle.high = Math.max(candle.high, price);
      candle.low = Math.min(candle.low, price);
      candle.volume += volumeUsd;
    }
  }

  /** The `count` candles up to and including the one that `nowMs` is in, oldest first. */
  candles(resolution: Resolution, count: number, nowMs: number): Candle[] {
    const resolutionMs = resolutionsMs[resolution];
    const lastMs = Math.floor(nowMs / resolutionMs) * resolutionMs;
    this.#candleAt(resolutionMs, lastMs);
    const recorded = this.#recorded.get(resolutionMs) ?? [];
    const taken = recorded.slice(-count);
    const firstMs = taken[0]!.timestamp * 1000;
    const past = Array.from({ length: count - taken.length }, (_, index) =>
      this.#madeUp(firstMs - (count - taken.length - index) * resolutionMs, resolutionMs),
    );
    return [...past, ...taken.map((candle) => ({ ...candle }))];
  }

  /** Price at a moment, to the minute where it was recorded. */
  priceAt(atMs: number): number {
    if (atMs <= this.#anchorMs) return this.#pathPrice(atMs);
    const minutes = this.#recorded.get(60_000) ?? [];
    return minutes.findLast((candle) => candle.timestamp * 1000 <= atMs)?.close ?? this.#anchorPrice;
  }

  /** USD that changed hands in a stretch of the made-up past. */
  madeUpVolume(fromMs: number, toMs: number): number {
    const swell = 0.5 + hash(this.#seed, 20, Math.floor(fromMs / 60_000));
    return this.#usdPerMs * Math.max(0, toMs - fromMs) * swell;
  }

  snapshot(): PriceHistoryState {
    return { anchorMs: this.#anchorMs, anchorPrice: this.#anchorPrice, recorded: [...this.#recorded] };
  }

  restore(state: PriceHistoryState): void {
    this.#anchorMs = state.anchorMs;
    this.#anchorPrice = state.anchorPrice;
    this.#recorded.clear();
    for (const [resolutionMs, candles] of state.recorded) {
      this.#recorded.set(
        resolutionMs,
        candles.map((candle) => ({ ...candle })),
      );
    }
  }

  /** The recorded candle of a bucket, opened where there is none yet; quiet buckets before it become flat ones. */
  #candleAt(resolutionMs: number, startMs: number): Candle {
    const candles = this.#recorded.get(resolutionMs) ?? [this.#anchorCandle(resolutionMs)];
    this.#recorded.set(resolutionMs, candles);
    let last = candles.at(-1)!;
    // After a long sleep only the quiet buckets that can still be asked for are worth making.
    let nextMs = Math.max(last.timestamp * 1000 + resolutionMs, startMs - (maxCandles - 1) * resolutionMs);
    for (; nextMs <= startMs; nextMs += resolutionMs) {
      last = flat(nextMs, last.close);
      candles.push(last);
    }
    if (candles.length > maxCandles) candles.splice(0, candles.length - maxCandles);
    return last;
  }

  /** The bucket in which the made-up past ends. */
  #anchorCandle(resolutionMs: number): Candle {
    const startMs = Math.floor(this.#anchorMs / resolutionMs) * resolutionMs;
    const elapsedMs = this.#anchorMs - startMs;
    return elapsedMs === 0 ? flat(startMs, this.#anchorPrice) : this.#madeUp(startMs, elapsedMs);
  }

  #madeUp(startMs: number, lengthMs: number): Candle {
    const prices = [0, 0.2, 0.4, 0.6, 0.8, 1].map((part) => this.#pathPrice(startMs + part * lengthMs));
    const wick = 1 + 0.0012 * hash(this.#seed, 21, Math.floor(startMs / 60_000));
    return {
      timestamp: startMs / 1000,
      open: prices[0]!,
      high: Math.max(...prices) * wick,
      low: Math.min(...prices) / wick,
      close: prices.at(-1)!,
      volume: this.madeUpVolume(startMs, startMs + lengthMs),
    };
  }

  #pathPrice(atMs: number): number {
    const log = logPath(this.#seed, this.#volatility, atMs) - logPath(this.#seed, this.#volatility, this.#anchorMs);
    return this.#anchorPrice * Math.exp(log);
  }
}

const flat = (startMs: number, price: number): Candle => ({
  timestamp: startMs / 1000,
  open: price,
  high: price,
  low: price,
  close: price,
  volume: 0,
});
