import { bucketOf, type Candle } from './candles.ts';

// Averages are only drawn, so floating point is exact enough.

const dayMs = 86_400_000;

/**
 * The exponential moving average of `prices` at each of them; null where fewer than `period` are known in a row. It starts as
 * their simple average, and starts over after a null, which is an unknown price.
 */
export function ema(prices: readonly (number | null)[], period: number): (number | null)[] {
  const weight = 2 / (period + 1);
  let count = 0;
  let average = 0;
  return prices.map((price) => {
    if (price === null) {
      count = 0;
      return null;
    }
    count++;
    average = count <= period ? (count === 1 ? 0 : average) + price / period : average + weight * (price - average);
    return count < period ? null : average;
  });
}

/**
 * The volume-weighted average price up to each candle, of its typical price (high, low and close); null before the first
 * volume. It starts over with each UTC day if `isDaily`, else it starts at the first candle.
 */
export function vwap(candles: readonly Candle[], isDaily: boolean): (number | null)[] {
  let day = Number.NaN;
  let [usd, tokens] = [0, 0];
  return candles.map(({ startMs, high, low, close, volumeMicros }) => {
    const today = isDaily ? bucketOf(startMs, dayMs) : 0;
    if (today !== day) [day, usd, tokens] = [today, 0, 0];
    const typical = (high.value + low.value + close.value) / 3;
    const volume = Number(volumeMicros);
    if (volume > 0 && typical > 0) {
      usd += volume;
      tokens += volume / typical;
    }
    return tokens > 0 ? usd / tokens : null;
  });
}

/** Start of the candle that the last value of `vwap` goes back to, ms; null without candles. */
export function vwapStartMs(candles: readonly Candle[], isDaily: boolean): number | null {
  const last = candles.at(-1);
  if (!last) return null;
  const fromMs = isDaily ? bucketOf(last.startMs, dayMs) : Number.NEGATIVE_INFINITY;
  return candles.find(({ startMs }) => startMs >= fromMs)?.startMs ?? null;
}
