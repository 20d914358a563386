import { describe, expect, test } from 'vitest';
import { PricePaths } from '../../prices/price-paths.ts';
import { type Candle, PriceHistory, type Resolution, resolutionsMs } from './price-history.ts';

const nowMs = Date.UTC(2026, 5, 1, 12, 34, 56);
const pathOf = (seed: number) => {
  const paths = new PricePaths({ seed, openedMs: nowMs, scale: 1 });
  return () => paths.of('SOL');
};
const history = (seed = 1) =>
  new PriceHistory({ path: pathOf(seed), usdPerMinute: 120_000, anchorMs: nowMs, anchorPrice: 140 });
const anotherAnchor = () => new PriceHistory({ path: pathOf(1), usdPerMinute: 120_000, anchorMs: 0, anchorPrice: 1 });
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

  test.each(all.slice(1))('%s candles are their minutes put together, exactly, in the past and after', (resolution) => {
    const subject = history();
    for (let second = 0; second < 3 * 3600; second += 7)
      subject.record(nowMs + second * 1000, 140 + Math.sin(second / 300), 3.333 + second / 1000);
    const endMs = nowMs + 3 * 3_600_000;
    const minutes = subject.candles('1m', 500, endMs);
    const firstMs = minutes[0]!.timestamp * 1000;
    const lengthMs = resolutionsMs[resolution];
    const coarse = subject
      .candles(resolution, 100, endMs)
      .filter(({ timestamp }) => timestamp * 1000 >= firstMs && timestamp * 1000 + lengthMs <= endMs);
    for (const candle of coarse) {
      const inside = minutes.filter(({ timestamp }) => {
        const atMs = (timestamp - candle.timestamp) * 1000;
        return atMs >= 0 && atMs < lengthMs;
      });
      const volume = inside.reduce((sum, minute) => sum + Math.round(minute.volume * 100), 0) / 100;
      expect(candle).toEqual({
        timestamp: candle.timestamp,
        open: inside[0]!.open,
        high: Math.max(...inside.map(({ high }) => high)),
        low: Math.min(...inside.map(({ low }) => low)),
        close: inside.at(-1)!.close,
        volume,
      });
    }
    // 500 minutes hold no whole period of six hours that begins in them, unless they are lucky.
    if (lengthMs <= 3_600_000) expect(coarse.length).toBeGreaterThan(3);
  });

  test('a day of the past is its four quarters, and those are their hours', () => {
    const [days, quarters, hours] = (['1d', '6h', '1h'] as const).map((name) => history().candles(name, 60, nowMs));
    const inside = (fine: Candle[], { timestamp }: Candle, lengthMs: number) =>
      fine.filter((candle) => candle.timestamp >= timestamp && candle.timestamp < timestamp + lengthMs / 1000);
    const day = days!.at(-3)!;
    for (const [whole, parts] of [
      [day, inside(quarters!, day, resolutionsMs['1d'])],
      [quarters!.at(-2)!, inside(hours!, quarters!.at(-2)!, resolutionsMs['6h'])],
    ] as const) {
      expect(parts.length).toBeGreaterThan(3);
      expect(whole.high).toBe(Math.max(...parts.map(({ high }) => high)));
      expect(whole.low).toBe(Math.min(...parts.map(({ low }) => low)));
      expect([whole.open, whole.close]).toEqual([parts[0]!.open, parts.at(-1)!.close]);
    }
  });

  test('the price at a past time is the open of the minute’s candle', () => {
    const subject = history();
    for (const { timestamp, open } of subject.candles('1m', 90, nowMs))
      expect(subject.priceAt(timestamp * 1000)).toBe(open);
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
    const copy = anotherAnchor();
    copy.restore(JSON.parse(JSON.stringify(subject.snapshot())));
    for (const resolution of all) {
      expect(copy.candles(resolution, 100, nowMs + 100_000)).toEqual(subject.candles(resolution, 100, nowMs + 100_000));
    }
  });

  test('a file of the first version, with candles as objects, is taken up', () => {
    const subject = history();
    subject.record(nowMs + 90_000, 150, 10);
    const candles = subject.candles('1m', 10, nowMs + 90_000);
    const copy = anotherAnchor();
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
