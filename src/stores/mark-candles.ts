import { aggregate, bucketOf, type Candle, type CandleInterval, intervalMs } from '../domain/candles.ts';
import type { PriceSample } from './price-samples.ts';

/** Longer without a sample than this is time in which nothing is known of the price, ms. */
const blindMs = 60_000;

interface MarkCandles {
  /** Oldest first, holes left out, without a volume: a mark is no trade. The same array until another sample comes. */
  readonly candles: readonly Candle[];
  /** When the first sample came, ms since the epoch; null before it. */
  readonly sinceMs: number | null;
  /** Whether no mark is known of any moment of this time. */
  wasBlind(fromMs: number, toMs: number): boolean;
}

const made = new WeakMap<readonly PriceSample[], Map<CandleInterval, MarkCandles>>();

/** What a mark did: the service has no candles of perp markets. */
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

/** A sample; before the first of an interval the mark that stood when it began, which is the last one unless too long ago. */
function points(sample: PriceSample, before: PriceSample | undefined, lengthMs: number): Candle[] {
  const startMs = bucketOf(sample.atMs, lengthMs);
  const stood = before && before.atMs < startMs && sample.atMs - before.atMs <= blindMs;
  return [...(stood ? [point({ ...before, atMs: startMs })] : []), point(sample)];
}

function point({ atMs, px }: PriceSample): Candle {
  const price = { text: px.toFixed(), value: Number(px) };
  return { startMs: atMs, open: price, high: price, low: price, close: price, volumeMicros: 0n };
}
