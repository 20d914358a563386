import { aggregate, bucketOf, type Candle, type CandleInterval, intervalMs } from '../../domain/market/candles.ts';
import type { PriceSample } from './price-samples.ts';

/** A longer pause between two samples is a gap in which the price is unknown, ms. */
const blindMs = 60_000;

interface MarkCandles {
  /** Oldest first, without entries for gaps, and without volume, since marks are not trades. The same array until the next sample. */
  readonly candles: readonly Candle[];
  /** Time of the first sample, ms since the epoch; null before it. */
  readonly sinceMs: number | null;
  /** Whether the whole period lies in a gap. */
  wasBlind(fromMs: number, toMs: number): boolean;
}

const made = new WeakMap<readonly PriceSample[], Map<CandleInterval, MarkCandles>>();

/** Candles of a mark price, built from its samples, since the service has no candles of perp markets. */
export function markCandles(samples: readonly PriceSample[], interval: CandleInterval): MarkCandles {
  const byInterval = made.get(samples) ?? new Map<CandleInterval, MarkCandles>();
  made.set(samples, byInterval);
  const known = byInterval.get(interval) ?? make(samples, interval);
  byInterval.set(interval, known);
  return known;
}

function make(samples: readonly PriceSample[], interval: CandleInterval): MarkCandles {
  const holes = samples.flatMap(({ atMs }, index) => {
    const fromMs = samples[index - 1]?.atMs ?? atMs;
    return atMs - fromMs > blindMs ? [{ fromMs, toMs: atMs }] : [];
  });
  const lengthMs = intervalMs(interval);
  return {
    candles: aggregate(
      samples.flatMap((sample, index) => points(sample, samples[index - 1], lengthMs)),
      lengthMs,
    ),
    sinceMs: samples[0]?.atMs ?? null,
    wasBlind: (fromMs, toMs) => holes.some((hole) => hole.fromMs < fromMs && toMs <= hole.toMs),
  };
}

/** A sample. The first one of an interval is preceded by the mark at the interval's start, unless that one is too old. */
function points(sample: PriceSample, before: PriceSample | undefined, lengthMs: number): Candle[] {
  const startMs = bucketOf(sample.atMs, lengthMs);
  const stood = before && before.atMs < startMs && sample.atMs - before.atMs <= blindMs;
  return [...(stood ? [point({ ...before, atMs: startMs })] : []), point(sample)];
}

function point({ atMs, px }: PriceSample): Candle {
  const price = { text: px.toFixed(), value: Number(px) };
  return { startMs: atMs, open: price, high: price, low: price, close: price, volumeMicros: 0n };
}
