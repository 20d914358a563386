import { aggregate, bucketOf, type Candle, toLevel } from '../../domain/market/candles.ts';
import { readable } from '../../protocol/schema.ts';
import type { DeskQueries } from '../desk-data.ts';

/** A candle of marks, of one of the lengths that are kept. */
export interface KeptCandle extends Candle {
  readonly lengthMs: number;
}

const minuteMs = 60_000;
const hourMs = 3_600_000;
/** Minutes are kept this long, then quarter hours, ms. */
const minutesKeptMs = 12 * hourMs;
const quarterMs = 900_000;
const quartersKeptMs = 14 * 24 * hourMs;
/** Markets whose marks are kept: more than a venue lists, to bound the files. */
const mostCoins = 256;

/** What is kept of a coin's candles: single minutes for 12 hours, quarter hours for 14 days. Sorted, oldest first. */
export function thinned(candles: readonly KeptCandle[], nowMs: number): KeptCandle[] {
  const minutesFromMs = bucketOf(nowMs - minutesKeptMs, quarterMs);
  // Whole quarter hours: one that begins before the bound would be dropped the next time.
  const fromMs = bucketOf(nowMs - quartersKeptMs, quarterMs);
  const kept = candles.filter(({ startMs }) => startMs >= fromMs && startMs <= nowMs).sort(byStart);
  const isMinute = ({ startMs, lengthMs }: KeptCandle): boolean => startMs >= minutesFromMs && lengthMs === minuteMs;
  const older = kept.filter((candle) => !isMinute(candle));
  return [...ofLength(older, quarterMs), ...ofLength(kept.filter(isMinute), minuteMs)].sort(byStart);
}

const byStart = (a: Candle, b: Candle): number => a.startMs - b.startMs;

const ofLength = (candles: readonly Candle[], lengthMs: number): KeptCandle[] =>
  aggregate(candles, lengthMs).map((candle) => ({ ...candle, lengthMs }));

/** The marks of the current minute, by coin as the service names it. */
export class MinuteMarks {
  #startMs = 0;
  #candles = new Map<string, KeptCandle>();

  /** Adds the marks of a markets response received at `atMs`. Returns the candles of the minute before, once it has ended. */
  take(markets: DeskQueries['markets'], atMs: number): ReadonlyMap<string, KeptCandle> {
    const startMs = bucketOf(atMs, minuteMs);
    const ended = startMs === this.#startMs ? new Map<string, KeptCandle>() : this.flush();
    this.#startMs = startMs;
    for (const { meta, ctx } of readable(markets)) this.#add(meta.name, ctx.markPx);
    return ended;
  }

  /** Returns the candles of the current minute, and starts it again. */
  flush(): ReadonlyMap<string, KeptCandle> {
    const candles = this.#candles;
    this.#candles = new Map();
    return candles;
  }

  #add(coin: string, markPx: string | null | undefined): void {
    const px = toLevel(markPx);
    const known = this.#candles.get(coin);
    if (!px?.value || (!known && this.#candles.size >= mostCoins)) return;
    const { open, high, low } = known ?? { open: px, high: px, low: px };
    this.#candles.set(coin, {
      startMs: this.#startMs,
      lengthMs: minuteMs,
      open,
      high: px.value > high.value ? px : high,
      low: px.value < low.value ? px : low,
      close: px,
      volumeMicros: 0n,
    });
  }
}
