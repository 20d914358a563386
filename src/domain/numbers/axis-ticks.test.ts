import fc from 'fast-check';
import { expect, test } from 'vitest';
import { priceTicks, spanOf, timeStep } from './axis-ticks.ts';

const prices = (low: number, high: number, count: number) =>
  priceTicks({ low, high }, count).map(({ price }) => price.toFixed());

test('ticks are round prices inside the span, highest first', () => {
  expect(prices(138.8, 140.1, 3)).toEqual(['140', '139.5', '139']);
  expect(prices(0.0000271, 0.0000289, 4)).toEqual(['0.0000285', '0.000028', '0.0000275']);
  expect(prices(0, 1, 4)).toEqual(['1', '0.75', '0.5', '0.25', '0']);
});

test('there are never more than one over the count, each inside, whatever the span', () => {
  // Below this no price is told from nothing.
  const price = fc.double({ min: 0, max: 1e30, noNaN: true }).map((value) => (value < 1e-30 ? 0 : value));
  fc.assert(
    fc.property(fc.array(price, { maxLength: 20 }), fc.integer({ min: 1, max: 20 }), (values, count) => {
      const span = spanOf(values);
      expect(span.low).toBeLessThan(span.high);
      for (const value of values) {
        expect(value).toBeGreaterThanOrEqual(span.low);
        expect(value).toBeLessThanOrEqual(span.high);
      }
      const ticks = priceTicks(span, count);
      expect(ticks.length).toBeLessThanOrEqual(count + 1);
      for (const { value } of ticks) {
        expect(value).toBeGreaterThanOrEqual(span.low);
        expect(value).toBeLessThanOrEqual(span.high);
      }
    }),
  );
});

test('a price that hardly moves does not fill the height; nothing and zero still make an axis', () => {
  const { low, high } = spanOf([100, 100.00001]);
  expect(high - low).toBeCloseTo(0.1, 4);
  expect([spanOf([]), spanOf([0])]).toEqual([
    { low: 0, high: 1 },
    { low: 0, high: 1 },
  ]);
});

test('times between marks are round', () => {
  expect([1, 11_000, 600_000, 601_000, 5e12].map(timeStep)).toEqual([1_000, 15_000, 600_000, 900_000, 7_776_000_000]);
});
