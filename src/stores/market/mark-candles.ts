import { aggregate, bucketOf, type Candle, type CandleInterval, intervalMs } from '../../domain/market/candles.ts';
import type { KeptCandle } from './mark-history.ts';
import type { PriceSample } from './price-samples.ts';

/** A longer pause between two samples is a gap in which the price is unknown, ms. */
const blindMs = 60_000;

interface MarkCandles {
  /** Oldest first, without entries for gaps, and without volume, since marks are not trades. The same array until the next sample. */
  readonly candles: readonly Candle[];
  /** Time of the first mark, ms since the epoch; null before it. */
  readonly sinceMs: number | null;
  /** Whether the whole period lies in a gap. */
  wasBlind(fromMs: number, toMs: number): boolean;
}

interface Made extends MarkCandles {
  readonly history: readonly KeptCandle[];
}

const made = new WeakMap<readonly PriceSample[], Map<CandleInterval, Made>>();
const none: readonly KeptCandle[] = [];

/**
 * Candles of a mark price, built from its samples, since the service has no candles of perp markets; before the first sample,
 * from the `history` of earlier runs, oldest first.
 */
export function markCandles(
  samples: readonly PriceSample[],
  interval: CandleInterval,
  history: readonly KeptCandle[] = none,
): MarkCandles {
  const byInterval = made.get(samples) ?? new Map<CandleInterval, Made>();
  made.set(samples, byInterval);
  const last = byInterval.get(interval);
  const known = last?.history === history ? last : { ...make(samples, interval, history), history };
  byInterval.set(interval, known);
  return known;
}

interface Gap {
  /** The last moment with a known price. */
  readonly fromMs: number;
  readonly toMs: number;
}

function make(samples: readonly PriceSample[], interval: CandleInterval, history: readonly KeptCandle[]): MarkCandles {
  const lengthMs = intervalMs(interval);
  const firstMs = samples[0]?.atMs ?? Number.POSITIVE_INFINITY;
  // A longer candle cannot be divided. One of the same minute as the first sample joins it.
  const kept = history.filter((candle) => candle.lengthMs <= lengthMs && candle.startMs <= firstMs);
  const gaps = [...historyGaps(kept, samples[0]), ...sampleGaps(samples)];
  return {
    candles: aggregate(
      [...kept, ...samples.flatMap((sample, index) => points(sample, samples[index - 1], lengthMs))],
      lengthMs,
    ),
    sinceMs: kept[0]?.startMs ?? samples[0]?.atMs ?? null,
    wasBlind: (fromMs, toMs) => gaps.some((gap) => gap.fromMs < fromMs && toMs <= gap.toMs),
  };
}

const sampleGaps = (samples: readonly PriceSample[]): Gap[] =>
  samples.flatMap(({ atMs }, index) => {
    const fromMs = samples[index - 1]?.atMs ?? atMs;
    return atMs - fromMs > blindMs ? [{ fromMs, toMs: atMs }] : [];
  });

/** Missing minutes between the candles, and between the last one and the first sample of this run. */
const historyGaps = (kept: readonly KeptCandle[], first: PriceSample | undefined): Gap[] =>
  kept.flatMap(({ startMs, lengthMs }, index) => {
    const fromMs = startMs + lengthMs;
    const toMs = kept[index + 1]?.startMs ?? first?.atMs ?? fromMs;
    // The period ends before its last moment.
    return toMs - fromMs >= blindMs ? [{ fromMs: fromMs - 1, toMs }] : [];
  });

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
