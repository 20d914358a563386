import { describe, expect, test } from 'vitest';
import { PriceHistory, type Resolution, resolutionsMs } from './price-history.ts';

const nowMs = Date.UTC(2026, 5, 1, 12, 34, 56);
const history = (seed = 1) => new PriceHistory({ seed, volatility: 8, usdPerMs: 2, anchorMs: nowMs, anchorPrice: 140 });
const all = Object.keys(resolutionsMs) as Resolution[];

describe('PriceHistory', () => {
  test.each(all)('%s candles are whole, adjoin, and end at the price now', (resolution) => {
    const candles = history().candles(resolution, 500, nowMs);
    expect(candles).toHaveLength(500);
    candles.forEach((candle, index) => {
      const next = candles[index + 1];
      expect(candle.low).toBeLessThanOrEqual(Math.min(candle.open, candle.close));
      expect(candle.high).toBeGreaterThanOrEqual(Math.max(candle.open, candle.close));
      expect(candle.low).toBeGreaterThan(0);
      if (next) {
        expect(next.timestamp - candle.timestamp).toBe(resolutionsMs[resolution] / 1000);
        expect(next.open).toBeCloseTo(candle.close, 9);
      }
    });
    const last = candles.at(-1)!;
    expect(last.close).toBeCloseTo(140, 9);
    expect(last.timestamp * 1000).toBe(Math.floor(nowMs / resolutionsMs[resolution]) * resolutionsMs[resolution]);
  });

  test('the same seed tells the same past, another seed another', () => {
    expect(history(1).candles('1h', 50, nowMs)).toEqual(history(1).candles('1h', 50, nowMs));
    expect(history(1).candles('1h', 50, nowMs)).not.toEqual(history(2).candles('1h', 50, nowMs));
  });

  test('real swaps build the candles from then on; quiet minutes are flat', () => {
    const subject = history();
    subject.record(nowMs + 1000, 150, 10);
    subject.record(nowMs + 3 * 60_000, 130, 20);
    const candles = subject.candles('1m', 5, nowMs + 4 * 60_000);
    expect(candles[0]).toMatchObject({ high: 150, close: 150 });
    expect(candles[1]).toMatchObject({ open: 150, high: 150, low: 150, close: 150, volume: 0 });
    expect(candles[3]).toMatchObject({ open: 150, low: 130, close: 130, volume: 20 });
    expect(candles[4]).toMatchObject({ open: 130, close: 130, volume: 0 });
    expect(subject.priceAt(nowMs + 2 * 60_000)).toBe(150);
  });

  test('a restored history is the same history', () => {
    const subject = history();
    subject.record(nowMs + 90_000, 150, 10);
    const copy = new PriceHistory({ seed: 1, volatility: 8, usdPerMs: 2, anchorMs: 0, anchorPrice: 1 });
    copy.restore(JSON.parse(JSON.stringify(subject.snapshot())));
    for (const resolution of all) {
      expect(copy.candles(resolution, 100, nowMs + 100_000)).toEqual(subject.candles(resolution, 100, nowMs + 100_000));
    }
  });

  test('a file of the first version, with candles as objects, is taken up', () => {
    const subject = history();
    subject.record(nowMs + 90_000, 150, 10);
    const candles = subject.candles('1m', 10, nowMs + 90_000);
    const copy = new PriceHistory({ seed: 1, volatility: 8, usdPerMs: 2, anchorMs: 0, anchorPrice: 1 });
    const { anchorMs, anchorPrice } = subject.snapshot();
    copy.restore({ anchorMs, anchorPrice, recorded: [[60_000, candles]] });
    expect(copy.candles('1m', 100, nowMs + 200_000)).toEqual(subject.candles('1m', 100, nowMs + 200_000));
  });

  test('a month asleep costs no more than the candles that can be asked for', () => {
    const subject = history();
    subject.record(nowMs, 150, 1);
    const laterMs = nowMs + 30 * 86_400_000;
    const candles = subject.candles('1m', 500, laterMs);
    expect(candles).toHaveLength(500);
    expect(candles.every((candle) => candle.close === 150)).toBe(true);
    expect(subject.snapshot().recorded.every(([, kept]) => kept.length <= 6 * 500)).toBe(true);
  });
});
