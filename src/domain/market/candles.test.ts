import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  aggregate,
  type Candle,
  candleIntervals,
  intervalMs,
  intervalText,
  isTapeInterval,
  microsText,
  toLevel,
  toMicros,
  withoutHoles,
} from './candles.ts';

const level = (value: number) => toLevel(String(value)) ?? { text: '?', value: Number.NaN };
const candle = (startMs: number, [open, high, low, close]: number[], volumeMicros = 1n): Candle => ({
  startMs,
  open: level(open ?? 0),
  high: level(high ?? 0),
  low: level(low ?? 0),
  close: level(close ?? 0),
  volumeMicros,
});
const values = ({ open, high, low, close }: Candle) => [open, high, low, close].map(({ value }) => value);

test('intervals have a length and a text, and go from the shortest to the longest', () => {
  expect(candleIntervals.map(intervalMs)).toEqual([
    1_000, 5_000, 15_000, 60_000, 300_000, 900_000, 1_800_000, 3_600_000, 21_600_000, 86_400_000,
  ]);
  expect(intervalText('15m')).toBe('15 m');
  expect(candleIntervals.filter(isTapeInterval)).toEqual(['1s', '5s', '15s']);
});

describe('what comes from outside', () => {
  test('a price keeps its exact text', () => {
    expect(toLevel('0.000000012345678901234567')).toEqual({
      text: '0.000000012345678901234567',
      value: 1.2345678901234567e-8,
    });
    expect(toLevel('1e-7')?.text).toBe('0.0000001');
  });

  test.each(['', '-1', 'NaN', 'Infinity', '1,000', undefined])('%s is no price', (text) => {
    expect(toLevel(text)).toBeNull();
  });

  test('dollars are exact to a millionth; what is no amount is none', () => {
    expect(microsText(toMicros('12345678901234.1234569'))).toBe('12345678901234.123456');
    expect(microsText(toMicros('0.05'))).toBe('0.050000');
    expect(['-5', 'x', ''].map(toMicros)).toEqual([0n, 0n, 0n]);
  });
});

describe('longer candles', () => {
  test('open with the first, close with the last, reach as far as any, and add up', () => {
    const short = [
      candle(0, [10, 12, 9, 11], 1n),
      candle(1_000, [11, 15, 11, 12], 2n),
      candle(5_000, [12, 12, 7, 8], 4n),
    ];
    const long = aggregate(short, 5_000);
    expect(long.map(values)).toEqual([
      [10, 15, 9, 12],
      [12, 12, 7, 8],
    ]);
    expect(long.map(({ startMs, volumeMicros }) => [startMs, volumeMicros])).toEqual([
      [0, 3n],
      [5_000, 4n],
    ]);
  });
});

describe('holes', () => {
  test('are filled with the price as it stood, and nothing traded', () => {
    const filled = withoutHoles([candle(0, [1, 3, 1, 2], 5n), candle(3_000, [4, 4, 4, 4], 6n)], 1_000, 10);
    expect(filled.map(values)).toEqual([
      [1, 3, 1, 2],
      [2, 2, 2, 2],
      [2, 2, 2, 2],
      [4, 4, 4, 4],
    ]);
    expect(filled.map(({ volumeMicros }) => volumeMicros)).toEqual([5n, 0n, 0n, 6n]);
  });

  test('however large, give the newest that were asked for, one an interval, ending with the newest', () => {
    const steps = fc.array(fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 1_000_000_000 })), {
      minLength: 1,
    });
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 200 }), (holes, count) => {
        let startMs = 0;
        const candles = holes.map((hole) => {
          startMs += hole * 1_000;
          return candle(startMs, [1, 1, 1, 1]);
        });
        const filled = withoutHoles(candles, 1_000, count);
        expect(filled.length).toBe(Math.min(count, (startMs - candles[0]!.startMs) / 1_000 + 1));
        expect(filled.at(-1)?.startMs).toBe(startMs);
        for (const [index, { startMs: at }] of filled.entries())
          expect(at).toBe(startMs - (filled.length - 1 - index) * 1_000);
      }),
    );
  });
});
