import Big from 'big.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cases } from '../../../test/run/cases.ts';
import { ema, vwap, vwapStartMs } from './averages.ts';
import { type Candle, toLevel } from './candles.ts';

const price = fc.integer({ min: 1, max: 100_000 }).map((cents) => cents / 100);

describe('EMA', () => {
  /** From the definition: the simple average of the first prices, then each price with its own power of the weights. */
  function expected(prices: readonly number[], period: number, at: number): number {
    const [weight, first] = [2 / (period + 1), prices.slice(0, period)];
    let sum = (first.reduce((total, one) => total + one, 0) / period) * (1 - weight) ** (at - period + 1);
    for (let index = period; index <= at; index++) sum += weight * (1 - weight) ** (at - index) * (prices[index] ?? 0);
    return sum;
  }

  test('is what its definition gives, and unknown before a whole period', () => {
    fc.assert(
      fc.property(fc.array(price, { maxLength: 60 }), fc.integer({ min: 1, max: 21 }), (prices, period) => {
        for (const [at, value] of ema(prices, period).entries())
          if (at < period - 1) expect(value).toBeNull();
          else expect(value).toBeCloseTo(expected(prices, period, at), 6);
      }),
      { numRuns: cases(200, 1_000) },
    );
  });

  test('starts over after an unknown price', () => {
    expect(ema([1, 2, 3, null, 7, 9, 11], 2)).toEqual([null, 1.5, 2.5, null, null, 8, 10]);
  });
});

describe('VWAP', () => {
  const candle = (startMs: number, [high, low, close]: readonly [number, number, number], usd: number): Candle => {
    const level = (value: number) => toLevel(String(value))!;
    return {
      startMs,
      open: level(close),
      high: level(high),
      low: level(low),
      close: level(close),
      volumeMicros: BigInt(usd) * 1_000_000n,
    };
  };
  const midnight = Date.UTC(2026, 0, 2);

  test('is the USD traded over the tokens traded', () => {
    const some = fc.array(fc.tuple(fc.tuple(price, price, price), fc.integer({ min: 0, max: 1_000_000 })), {
      minLength: 1,
      maxLength: 40,
    });
    fc.assert(
      fc.property(some, (given) => {
        const candles = given.map(([prices, usd], index) => candle(midnight + index * 60_000, prices, usd));
        let [usd, tokens] = [new Big(0), new Big(0)];
        for (const [index, value] of vwap(candles, true).entries()) {
          const [prices, volume] = given[index]!;
          const typical = prices.reduce((sum, one) => sum.plus(one), new Big(0)).div(3);
          usd = usd.plus(volume);
          tokens = tokens.plus(new Big(volume).div(typical));
          if (tokens.eq(0)) expect(value).toBeNull();
          else expect(value).toBeCloseTo(Number(usd.div(tokens)), 6);
        }
      }),
      { numRuns: cases(200, 1_000) },
    );
  });

  test('starts over with the UTC day, or not at all', () => {
    const candles = [
      candle(midnight - 60_000, [10, 10, 10], 100),
      candle(midnight, [20, 20, 20], 100),
      candle(midnight + 60_000, [20, 20, 20], 0),
    ];
    expect(vwap(candles, true)).toEqual([10, 20, 20]);
    expect(vwap(candles, false)[1]).toBeCloseTo(200 / 15, 9);
    expect(vwapStartMs(candles, true)).toBe(midnight);
    expect(vwapStartMs(candles, false)).toBe(midnight - 60_000);
    expect(vwapStartMs([], true)).toBeNull();
  });

  test('is unknown without volume', () => {
    expect(vwap([candle(midnight, [20, 20, 20], 0)], true)).toEqual([null]);
  });
});
