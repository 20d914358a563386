import Big from 'big.js';
import { expect, test } from 'vitest';
import { markCandles } from './mark-candles.ts';

const minute = Date.UTC(2026, 0, 1, 14, 3);
const samples = (...of: [seconds: number, px: string][]) =>
  of.map(([seconds, px]) => ({ atMs: minute + seconds * 1_000, px: new Big(px) }));

test('marks become candles without volume, each opening where the last one closed', () => {
  const { candles, sinceMs } = markCandles(
    samples([10, '100'], [20, '102'], [30, '99'], [40, '101'], [70, '105']),
    '1m',
  );
  expect(sinceMs).toBe(minute + 10_000);
  expect(
    candles.map(({ startMs, open, high, low, close, volumeMicros }) => [
      (startMs - minute) / 1_000,
      ...[open, high, low, close].map(({ text }) => text),
      volumeMicros,
    ]),
  ).toEqual([
    [0, '100', '102', '99', '101', 0n],
    [60, '101', '105', '101', '105', 0n],
  ]);
});

test('they are the same until the next sample', () => {
  const given = samples([0, '1']);
  expect(markCandles(given, '5s').candles).toBe(markCandles(given, '5s').candles);
  expect(markCandles(given, '5s').candles).not.toBe(markCandles(given, '15s').candles);
  expect(markCandles([], '5s')).toMatchObject({ candles: [], sinceMs: null });
});

test('more than a minute without a mark is a gap', () => {
  const { wasBlind } = markCandles(samples([0, '1'], [50, '1'], [170, '2']), '15s');
  expect(wasBlind(minute + 15_000, minute + 30_000)).toBe(false);
  expect(wasBlind(minute + 60_000, minute + 75_000)).toBe(true);
  expect(wasBlind(minute + 165_000, minute + 180_000)).toBe(false);
  expect(markCandles(samples([0, '1'], [50, '1'], [170, '2']), '1m').candles.at(-1)?.open.text).toBe('2');
});
