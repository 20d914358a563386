import { isDecimalText, readDecimal } from '../numbers/decimal.ts';

/** One price in two forms: exact text for display, and a float for plotting. */
export interface Level {
  readonly text: string;
  readonly value: number;
}

/** OHLC of one interval. Times are ms since 1970. */
export interface Candle {
  readonly startMs: number;
  readonly open: Level;
  readonly high: Level;
  readonly low: Level;
  readonly close: Level;
  /** Millionths of a US dollar. */
  readonly volumeMicros: bigint;
}

/** Candle intervals, shortest first. */
export const candleIntervals = ['1s', '5s', '15s', '1m', '5m', '15m', '30m', '1h', '6h', '1d'] as const;
export type CandleInterval = (typeof candleIntervals)[number];
/** Made by the desk of the swaps it has seen; the service has no candles of seconds. */
export type TapeInterval = '1s' | '5s' | '15s';
/** Those that the service has candles of. */
export type ServiceInterval = Exclude<CandleInterval, TapeInterval>;

const seconds: Readonly<Record<CandleInterval, number>> = {
  '1s': 1,
  '5s': 5,
  '15s': 15,
  '1m': 60,
  '5m': 300,
  '15m': 900,
  '30m': 1_800,
  '1h': 3_600,
  '6h': 21_600,
  '1d': 86_400,
};

/** Length of a candle, ms. */
export const intervalMs = (interval: CandleInterval): number => seconds[interval] * 1_000;

/** `1 m`, for display. */
export const intervalText = (interval: CandleInterval): string => `${interval.slice(0, -1)} ${interval.at(-1)}`;

/** The service has no candles of seconds: those are built from the swaps that the desk has seen. */
export const isTapeInterval = (interval: CandleInterval): interval is TapeInterval => interval.endsWith('s');

/** Start of the interval that contains a time, ms. */
export const bucketOf = (atMs: number, lengthMs: number): number => Math.floor(atMs / lengthMs) * lengthMs;

/** A price from outside; null if it is not a decimal or is negative. */
export function toLevel(text: string | null | undefined): Level | null {
  // Thousands of swaps a second come as plain digits and need no arithmetic.
  if (text && isDecimalText(text) && text[0] !== '-') return { text, value: Number(text) };
  const price = readDecimal(text);
  return price?.gte(0) ? { text: price.toFixed(), value: Number(price) } : null;
}

/** US dollars in millionths, further digits truncated; 0 for a text that is not an amount. */
export function toMicros(usd: string): bigint {
  if (isDecimalText(usd) && usd[0] !== '-') {
    const [whole = '0', fraction = ''] = usd.split('.');
    return BigInt(whole + fraction.slice(0, 6).padEnd(6, '0'));
  }
  const value = readDecimal(usd);
  return value?.gt(0) ? BigInt(value.times(1_000_000).round(0, 0).toFixed()) : 0n;
}

/** Millionths of a US dollar as plain decimal text. */
export const microsText = (micros: bigint): string =>
  `${micros / 1_000_000n}.${String(micros % 1_000_000n).padStart(6, '0')}`;

/** The first candle extended by the second. */
export const joined = (first: Candle, next: Candle): Candle => ({
  startMs: first.startMs,
  open: first.open,
  high: next.high.value > first.high.value ? next.high : first.high,
  low: next.low.value < first.low.value ? next.low : first.low,
  close: next.close,
  volumeMicros: first.volumeMicros + next.volumeMicros,
});

/** Combines shorter candles, oldest first, into candles of `lengthMs`. */
export function aggregate(candles: readonly Candle[], lengthMs: number): Candle[] {
  const longer: Candle[] = [];
  for (const candle of candles) {
    const startMs = bucketOf(candle.startMs, lengthMs);
    const last = longer.at(-1);
    if (last?.startMs === startMs) longer[longer.length - 1] = joined(last, candle);
    else longer.push({ ...candle, startMs });
  }
  return longer;
}

/**
 * The newest `count` intervals without gaps, oldest first. An interval without trades repeats the last price. The given
 * candles are oldest first, each at the start of an interval.
 */
export function withoutHoles(candles: readonly Candle[], lengthMs: number, count: number): Candle[] {
  const filled: Candle[] = [];
  for (let index = candles.length - 1; filled.length < count; index--) {
    const candle = candles[index];
    if (!candle) break;
    const nextMs = filled.at(-1)?.startMs;
    if (nextMs !== undefined)
      for (let atMs = nextMs - lengthMs; atMs > candle.startMs && filled.length < count; atMs -= lengthMs)
        filled.push(still(candle, atMs));
    if (filled.length < count) filled.push(candle);
  }
  return filled.reverse();
}

const still = ({ close }: Candle, startMs: number): Candle => ({
  startMs,
  open: close,
  high: close,
  low: close,
  close,
  volumeMicros: 0n,
});
