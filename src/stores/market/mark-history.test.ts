import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cases } from '../../../test/run/cases.ts';
import { toLevel } from '../../domain/market/candles.ts';
import { perpMarkets } from '../../protocol/endpoints/perp-markets.ts';
import { type KeptCandle, MinuteMarks, thinned } from './mark-history.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const nowMs = Date.UTC(2026, 0, 20, 14, 7);

const answer = (marks: Readonly<Record<string, string>>) =>
  perpMarkets.response.parse(
    Object.entries(marks).map(([name, markPx]) => ({
      ctx: { markPx },
      meta: { name, szDecimals: 2, maxLeverage: 10 },
    })),
  );
const texts = ({ open, high, low, close }: KeptCandle) => [open, high, low, close].map(({ text }) => text);

test('the marks of a minute become a candle once it has ended', () => {
  const minutes = new MinuteMarks();
  for (const [second, px] of [
    [1, '100'],
    [20, '103'],
    [40, '99'],
    [59, '101.5'],
  ] as const)
    expect(minutes.take(answer({ BTC: px, ETH: '0' }), nowMs + second * 1_000).size).toBe(0);
  const ended = minutes.take(answer({ BTC: '105' }), nowMs + minuteMs);
  expect([...ended.keys()]).toEqual(['BTC']);
  const candle = ended.get('BTC')!;
  expect(candle).toMatchObject({ startMs: nowMs, lengthMs: minuteMs });
  expect(texts(candle)).toEqual(['100', '103', '99', '101.5']);
  expect(texts(minutes.flush().get('BTC')!)).toEqual(['105', '105', '105', '105']);
  expect(minutes.flush().size).toBe(0);
});

const candle = (startMs: number, px: number, lengthMs = minuteMs): KeptCandle => {
  const level = toLevel(String(px))!;
  return { startMs, lengthMs, open: level, high: level, low: level, close: level, volumeMicros: 0n };
};

test('minutes are kept for 12 hours, quarter hours for 14 days', () => {
  const every = Array.from({ length: 20 * 1_440 }, (_, index) => candle(nowMs - index * minuteMs, index + 1));
  const kept = thinned(every, nowMs);
  const [minutes, quarters] = [minuteMs, 15 * minuteMs].map((length) => kept.filter((one) => one.lengthMs === length));
  expect(minutes?.length).toBeGreaterThan(720);
  expect(minutes?.length).toBeLessThan(740);
  expect(quarters?.length).toBeLessThanOrEqual(14 * 96);
  expect(kept[0]?.startMs).toBeGreaterThan(nowMs - 14 * dayMs - 15 * minuteMs);
  expect(kept.at(-1)).toEqual(every[0]);
});

test('what is kept is sorted, keeps the extremes, and stays the same when it is thinned again', () => {
  const any = fc.array(
    fc.record({
      ago: fc.integer({ min: -5, max: 15 * 1_440 }),
      px: fc.integer({ min: 1, max: 1_000 }),
      length: fc.constantFrom(1, 1, 1, 15),
    }),
    { maxLength: 60 },
  );
  const fromMs = Math.floor((nowMs - 14 * dayMs) / (15 * minuteMs)) * 15 * minuteMs;
  fc.assert(
    fc.property(any, (given) => {
      const all = given.map(({ ago, px, length }) => candle(nowMs - ago * minuteMs, px, length * minuteMs));
      const kept = thinned(all, nowMs);
      const starts = kept.map(({ startMs }) => startMs);
      expect(starts).toEqual(starts.toSorted((a, b) => a - b));
      const inTime = all.filter(({ startMs }) => startMs <= nowMs && startMs >= fromMs);
      const most = (of: readonly KeptCandle[]) => Math.max(0, ...of.map(({ high }) => high.value));
      expect(most(kept)).toBe(most(inTime));
      expect(thinned(kept, nowMs)).toEqual(kept);
    }),
    { numRuns: cases(200, 1_000) },
  );
});
