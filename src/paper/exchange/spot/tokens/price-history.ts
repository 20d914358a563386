import type { PricePath } from '../../prices/price-path.ts';
import { minuteMs } from '../../prices/volatility.ts';

export interface Candle {
  /** Seconds since the epoch. */
  readonly timestamp: number;
  open: number;
  high: number;
  low: number;
  close: number;
  /** USD, in whole cents: sums of finer candles are those of coarser ones. */
  volume: number;
}

export const resolutionsMs = {
  '1m': minuteMs,
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

export interface PriceHistoryOptions {
  /** Where the price came from; asked again each time, since a restored market has another past. */
  readonly path: () => PricePath;
  /** The usual volume of a minute, USD. */
  readonly usdPerMinute: number;
  /** The past ends at `anchorPrice` in the minute of `anchorMs`. */
  readonly anchorMs: number;
  readonly anchorPrice: number;
  /** False: nothing exists before `anchorMs`. */
  readonly hasPast?: boolean;
}

const maxCandles = 500;
/** timestamp, open, high, low, close, volume. */
const rowLength = 6;
/** The past of long candles is put together from pieces that are kept: a day of 1,440 minutes each time would take long. */
const pieceMs = resolutionsMs['6h'];

/**
 * Candles of one resolution. Closed ones are flat rows: copying them for all tokens takes 2 ms per save instead of 60.
 */
interface Series {
  readonly closed: number[];
  open: Candle;
}

/** Candles of one token: from the minutes of its past before the market opened, recorded from its swaps afterwards. */
export class PriceHistory {
  readonly #options: PriceHistoryOptions;
  readonly #recorded = new Map<number, Series>();
  readonly #pieces = new Map<number, Candle>();
  #anchorMs: number;
  #anchorPrice: number;
  #hasPast: boolean;

  constructor(options: PriceHistoryOptions) {
    this.#options = options;
    this.#anchorMs = options.anchorMs;
    this.#anchorPrice = options.anchorPrice;
    this.#hasPast = options.hasPast ?? true;
  }

  get hasPast(): boolean {
    return this.#hasPast;
  }

  record(nowMs: number, price: number, volumeUsd: number): void {
    const volume = toCents(volumeUsd);
    for (const resolutionMs of Object.values(resolutionsMs)) {
      const candle = this.#candleAt(resolutionMs, Math.floor(nowMs / resolutionMs) * resolutionMs);
      candle.close = price;
      candle.high = Math.max(candle.high, price);
      candle.low = Math.min(candle.low, price);
      candle.volume = toCents(candle.volume + volume);
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
    const past = Array.from({ length: count - taken.length }, (_, index) => {
      const startMs = firstMs - (count - taken.length - index) * resolutionMs;
      return this.#past(startMs, startMs + resolutionMs);
    });
    return [...past, ...taken];
  }

  /** Price at a time, to the minute. */
  priceAt(atMs: number): number {
    if (this.#hasPast && atMs < this.#anchorMinuteMs()) return this.#pastPrice(atMs);
    if (atMs <= this.#anchorMs) return this.#anchorPrice;
    const minutes = this.#recorded.get(minuteMs);
    if (!minutes) return this.#anchorPrice;
    const all = [...readRows(minutes.closed), minutes.open];
    return all.findLast((candle) => candle.timestamp * 1000 <= atMs)?.close ?? this.#anchorPrice;
  }

  /** USD volume of the whole minutes of a period before the market opened. */
  pastVolume(fromMs: number, toMs: number): number {
    const endMs = Math.min(toMs, this.#anchorMinuteMs());
    const startMs = Math.ceil(fromMs / minuteMs) * minuteMs;
    return this.#hasPast && startMs < endMs ? this.#minutes(startMs, endMs).volume : 0;
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
    this.#pieces.clear();
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

  #anchorMinuteMs(): number {
    return Math.floor(this.#anchorMs / minuteMs) * minuteMs;
  }

  /** The bucket in which the past ends. */
  #anchorCandle(resolutionMs: number): Candle {
    const endMs = this.#anchorMinuteMs();
    const startMs = Math.floor(endMs / resolutionMs) * resolutionMs;
    return startMs === endMs || !this.#hasPast ? flat(startMs, this.#anchorPrice) : this.#past(startMs, endMs);
  }

  #past(startMs: number, endMs: number): Candle {
    if (endMs - startMs < pieceMs || startMs % pieceMs !== 0) return this.#minutes(startMs, endMs);
    const pieces: Candle[] = [];
    for (let fromMs = startMs; fromMs < endMs; fromMs += pieceMs)
      pieces.push(fromMs + pieceMs <= endMs ? this.#piece(fromMs) : this.#minutes(fromMs, endMs));
    return together(pieces);
  }

  #piece(startMs: number): Candle {
    const known = this.#pieces.get(startMs) ?? this.#minutes(startMs, startMs + pieceMs);
    this.#pieces.set(startMs, known);
    return known;
  }

  #minutes(startMs: number, endMs: number): Candle {
    const path = this.#options.path();
    const [first, end] = [startMs / minuteMs, endMs / minuteMs];
    const { open, high, low, close } = path.minuteBar(first);
    // In log prices: their order is that of the prices.
    const logs = { open, high, low, close };
    let volume = 0;
    for (let minute = first; minute < end; minute++) {
      const bar = path.minuteBar(minute);
      logs.high = Math.max(logs.high, bar.high);
      logs.low = Math.min(logs.low, bar.low);
      logs.close = bar.close;
      volume = toCents(volume + toCents(bar.volume * this.#options.usdPerMinute));
    }
    const scale = this.#scale(path);
    return {
      timestamp: startMs / 1000,
      open: scale * Math.exp(logs.open),
      high: scale * Math.exp(logs.high),
      low: scale * Math.exp(logs.low),
      close: scale * Math.exp(logs.close),
      volume,
    };
  }

  #pastPrice(atMs: number): number {
    const path = this.#options.path();
    return this.#scale(path) * Math.exp(path.logAt(Math.floor(atMs / minuteMs)));
  }

  /** USD price where the log price of the path is 0. */
  #scale(path: PricePath): number {
    return this.#anchorPrice * Math.exp(-path.logAt(this.#anchorMinuteMs() / minuteMs));
  }
}

/** One candle from finer ones without a gap, oldest first. */
function together(candles: readonly Candle[]): Candle {
  const whole = { ...candles[0]! };
  for (const { high, low, close, volume } of candles.slice(1)) {
    whole.high = Math.max(whole.high, high);
    whole.low = Math.min(whole.low, low);
    whole.close = close;
    whole.volume = toCents(whole.volume + volume);
  }
  return whole;
}

const toCents = (usd: number): number => Math.round(usd * 100) / 100;

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
