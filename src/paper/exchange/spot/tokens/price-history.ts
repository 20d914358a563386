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
  /** Absent in version 1 files, whose tokens all have a past. */
  readonly hasPast?: boolean;
  /** Six numbers per candle in a flat list; version 1 had objects. */
  readonly recorded: [resolutionMs: number, candles: number[] | Candle[]][];
}

const maxCandles = 500;
/** timestamp, open, high, low, close, volume. */
const rowLength = 6;

/**
 * Candles of one resolution. Closed ones are flat rows: copying them for all tokens takes 2 ms per save instead of 60.
 */
interface Series {
  readonly closed: number[];
  open: Candle;
}

/** A deterministic uniform in [0, 1) from three numbers. */
function hash(seed: number, octave: number, index: number): number {
  let mixed = Math.imul(seed ^ Math.imul(octave + 1, 0x9e3779b1) ^ Math.imul(index, 0x85ebca6b), 0xc2b2ae35);
  mixed ^= mixed >>> 15;
  mixed = Math.imul(mixed, 0x2c1b3c6d);
  mixed ^= mixed >>> 12;
  mixed = Math.imul(mixed, 0x297a2d39);
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 4_294_967_296;
}

/**
 * A generated past: a path through layers of noise from minutes to months, consistent across resolutions without stored
 * ticks. Same seed, same path.
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

/** Candles of one token: generated before the market opened, recorded from its swaps afterwards. */
export class PriceHistory {
  readonly #seed: number;
  readonly #volatility: number;
  readonly #usdPerMs: number;
  readonly #recorded = new Map<number, Series>();
  #anchorMs: number;
  #anchorPrice: number;
  #hasPast: boolean;

  /** The generated past ends at `anchorPrice` at `anchorMs`; `usdPerMs` is its usual volume. */
  constructor(spec: {
    seed: number;
    volatility: number;
    usdPerMs: number;
    anchorMs: number;
    anchorPrice: number;
    /** False: nothing exists before `anchorMs`. */
    hasPast?: boolean;
  }) {
    this.#seed = spec.seed;
    this.#volatility = spec.volatility;
    this.#usdPerMs = spec.usdPerMs;
    this.#anchorMs = spec.anchorMs;
    this.#anchorPrice = spec.anchorPrice;
    this.#hasPast = spec.hasPast ?? true;
  }

  get hasPast(): boolean {
    return this.#hasPast;
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

  /** The last `count` candles up to the one that contains `nowMs`, oldest first; fewer for a new token. */
  candles(resolution: Resolution, count: number, nowMs: number): Candle[] {
    const resolutionMs = resolutionsMs[resolution];
    const lastMs = Math.floor(nowMs / resolutionMs) * resolutionMs;
    this.#candleAt(resolutionMs, lastMs);
    const { closed, open } = this.#recorded.get(resolutionMs)!;
    const before = closed.slice(Math.max(0, closed.length - (count - 1) * rowLength));
    const taken = [...readRows(before), { ...open }];
    if (!this.#hasPast) return taken;
    const firstMs = taken[0]!.timestamp * 1000;
    const past = Array.from({ length: count - taken.length }, (_, index) =>
      this.#madeUp(firstMs - (count - taken.length - index) * resolutionMs, resolutionMs),
    );
    return [...past, ...taken];
  }

  /** Price at a time, to the minute if it was recorded. */
  priceAt(atMs: number): number {
    if (atMs <= this.#anchorMs) return this.#hasPast ? this.#pathPrice(atMs) : this.#anchorPrice;
    const minutes = this.#recorded.get(60_000);
    if (!minutes) return this.#anchorPrice;
    const all = [...readRows(minutes.closed), minutes.open];
    return all.findLast((candle) => candle.timestamp * 1000 <= atMs)?.close ?? this.#anchorPrice;
  }

  /** Usual USD volume of a period of the generated past; 0 without one. */
  usualVolume(fromMs: number, toMs: number): number {
    return this.#hasPast ? this.#usdPerMs * Math.max(0, toMs - fromMs) : 0;
  }

  #madeUpVolume(fromMs: number, toMs: number): number {
    const swell = 0.5 + hash(this.#seed, 20, Math.floor(fromMs / 60_000));
    return this.usualVolume(fromMs, toMs) * swell;
  }

  snapshot(): PriceHistoryState {
    const recorded = [...this.#recorded].map(([resolutionMs, { closed, open }]): [number, number[]] => [
      resolutionMs,
      closed.concat(row(open)),
    ]);
    return { anchorMs: this.#anchorMs, anchorPrice: this.#anchorPrice, hasPast: this.#hasPast, recorded };
  }

  restore(state: PriceHistoryState): void {
    this.#anchorMs = state.anchorMs;
    this.#anchorPrice = state.anchorPrice;
    this.#hasPast = state.hasPast ?? true;
    this.#recorded.clear();
    for (const [resolutionMs, saved] of state.recorded) {
      const rows = typeof saved[0] === 'object' ? (saved as Candle[]).flatMap(row) : [...(saved as number[])];
      const [open] = readRows(rows.splice(-rowLength));
      if (open) this.#recorded.set(resolutionMs, { closed: rows, open });
    }
  }

  /** The recorded candle of a bucket, created on demand; quiet buckets before it become flat ones. */
  #candleAt(resolutionMs: number, startMs: number): Candle {
    const series = this.#recorded.get(resolutionMs) ?? { closed: [], open: this.#anchorCandle(resolutionMs) };
    this.#recorded.set(resolutionMs, series);
    const { closed } = series;
    // After a long sleep, only quiet buckets that can still be requested are created.
    let nextMs = Math.max(series.open.timestamp * 1000 + resolutionMs, startMs - (maxCandles - 1) * resolutionMs);
    for (; nextMs <= startMs; nextMs += resolutionMs) {
      closed.push(...row(series.open));
      series.open = flat(nextMs, series.open.close);
    }
    const surplus = closed.length - (maxCandles - 1) * rowLength;
    if (surplus > 0) closed.splice(0, surplus);
    return series.open;
  }

  /** The bucket in which the generated past ends. */
  #anchorCandle(resolutionMs: number): Candle {
    const startMs = Math.floor(this.#anchorMs / resolutionMs) * resolutionMs;
    const elapsedMs = this.#anchorMs - startMs;
    return elapsedMs === 0 || !this.#hasPast ? flat(startMs, this.#anchorPrice) : this.#madeUp(startMs, elapsedMs);
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
      volume: this.#madeUpVolume(startMs, startMs + lengthMs),
    };
  }

  #pathPrice(atMs: number): number {
    const log = logPath(this.#seed, this.#volatility, atMs) - logPath(this.#seed, this.#volatility, this.#anchorMs);
    return this.#anchorPrice * Math.exp(log);
  }
}

const row = ({ timestamp, open, high, low, close, volume }: Candle): number[] => [
  timestamp,
  open,
  high,
  low,
  close,
  volume,
];

function readRows(rows: readonly number[]): Candle[] {
  return Array.from({ length: rows.length / rowLength }, (_, index) => {
    const numbers = rows.slice(index * rowLength, (index + 1) * rowLength);
    const [timestamp, open, high, low, close, volume] = numbers as [number, number, number, number, number, number];
    return { timestamp, open, high, low, close, volume };
  });
}

const flat = (startMs: number, price: number): Candle => ({
  timestamp: startMs / 1000,
  open: price,
  high: price,
  low: price,
  close: price,
  volume: 0,
});
