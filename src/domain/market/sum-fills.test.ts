import Big from 'big.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type FillNumbers, sumFills } from './sum-fills.ts';

const cents = fc.integer({ min: 1, max: 1_000_000 }).map((count) => new Big(count).div(100));
const money = fc.integer({ min: -100_000, max: 100_000 }).map((count) => new Big(count).div(100));
const fill: fc.Arbitrary<FillNumbers> = fc.record({ price: cents, size: cents, fee: money, closedPnl: money });

test('sums are exact, and the average lies between the lowest and the highest price', () => {
  fc.assert(
    fc.property(fc.array(fill, { minLength: 1, maxLength: 8 }), (fills) => {
      const { size, avgPrice, feeUsd, realisedPnlUsd } = sumFills(fills);
      const sum = (of: (one: FillNumbers) => Big | null) =>
        fills.reduce((total, one) => total.plus(of(one) ?? 0), new Big(0)).toFixed();
      expect(size.toFixed()).toBe(sum((one) => one.size));
      expect(feeUsd?.toFixed()).toBe(sum(({ fee }) => fee));
      expect(realisedPnlUsd?.toFixed()).toBe(sum(({ closedPnl }) => closedPnl));
      const prices = fills.map(({ price }) => price).sort((a, b) => a.cmp(b));
      expect(avgPrice?.gte(prices[0]!) && avgPrice.lte(prices.at(-1)!)).toBe(true);
    }),
  );
});

test('one unknown number makes its sum unknown, and no fill has no price', () => {
  const known = { price: new Big(2), size: new Big(1), fee: new Big('0.1'), closedPnl: null };
  expect(sumFills([known, { ...known, fee: null }])).toMatchObject({ feeUsd: null, realisedPnlUsd: null });
  expect(sumFills([])).toMatchObject({ avgPrice: null, size: new Big(0) });
});
