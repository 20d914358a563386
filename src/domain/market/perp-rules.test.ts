import Big from 'big.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cases } from '../../../test/run/cases.ts';
import { dec } from '../numbers/decimal.ts';
import { floorSize, liquidationPx, maintenanceRate, roundPrice, validPrice } from './perp-rules.ts';

test.each([
  ['1234.56', 1, '1234.6'],
  ['97031.5', 4, '97032'],
  ['123456.7', 4, '123457'],
  ['123456', 5, '123456'],
  ['0.01234567', 0, '0.012346'],
  ['0.001234567', 0, '0.001235'],
  ['0.0012345', 2, '0.0012'],
  ['9.99996', 0, '10'],
  ['99999.6', 0, '100000'],
])('price %s at szDecimals %i becomes %s', (price, szDecimals, expected) => {
  expect(roundPrice(dec(price), szDecimals).toFixed()).toBe(expected);
});

test.each([
  ['1234.5', 1, true],
  ['1234.56', 1, false],
  ['123456', 1, true],
  ['123456.5', 1, false],
  ['0.001234', 0, true],
  ['0.0012345', 0, false],
  ['0.01234', 2, false],
  ['0', 0, false],
  ['-5', 0, false],
])('price %s at szDecimals %i is valid: %s', (price, szDecimals, isValid) => {
  expect(validPrice(dec(price), szDecimals)).toBe(isValid);
});

test('a rounded price keeps both rules and is the nearest one', () => {
  const price = fc.tuple(fc.bigInt({ min: 1n, max: 10n ** 12n }), fc.integer({ min: 0, max: 7 }));
  fc.assert(
    fc.property(price, fc.integer({ min: 0, max: 5 }), ([units, shift], szDecimals) => {
      const raw = new Big(units.toString()).div(`1${'0'.repeat(shift)}`);
      const rounded = roundPrice(raw, szDecimals);
      const [whole = '', fraction = ''] = rounded.toFixed().split('.');
      expect(fraction.length).toBeLessThanOrEqual(6 - szDecimals);
      if (fraction) expect((whole + fraction).replace(/^0+/, '').length).toBeLessThanOrEqual(5);
      expect(
        raw
          .minus(rounded)
          .abs()
          .lte(new Big(10).pow(-Math.max(0, Math.min(6 - szDecimals, 4 - raw.e))).div(2)),
      ).toBe(true);
    }),
    { numRuns: cases(600, 3_000) },
  );
});

test('a size is cut towards zero', () => {
  expect(floorSize(dec('0.07509'), 4).toFixed()).toBe('0.075');
  expect(floorSize(dec('-4.29999'), 1).toFixed()).toBe('-4.2');
  expect(floorSize(dec('0.9'), 0).toFixed()).toBe('0');
});

test('the maintenance margin is half the initial one at the highest leverage', () => {
  expect(maintenanceRate(50).toFixed()).toBe('0.01');
  expect(maintenanceRate(10).toFixed()).toBe('0.05');
});

// The venue's documentation shows this ETH position at 20× with liquidation at 2866.26936529 (maximum leverage 50,
// margin used 4.967826 of which −0.0134 is the unrealised result).
test("the venue's own example comes out, as far as its rounded inputs go", () => {
  const px = liquidationPx({ szi: dec('0.0335'), entryPx: dec('2986.3'), margin: dec('4.981226'), maxLeverage: 50 });
  expect(px?.toFixed(4)).toBe('2866.2694');
});

test('at the liquidation price the margin left is the maintenance margin', () => {
  const amount = fc.integer({ min: 1, max: 1_000_000 }).map((units) => new Big(units).div(100));
  fc.assert(
    fc.property(
      amount,
      amount,
      amount,
      fc.boolean(),
      fc.integer({ min: 1, max: 50 }),
      (size, entryPx, margin, isShort, maxLeverage) => {
        const szi = isShort ? size.times(-1) : size;
        const px = liquidationPx({ szi, entryPx, margin, maxLeverage });
        if (!px) {
          expect(isShort || margin.lt(size.times(entryPx))).toBe(false);
          return;
        }
        const left = margin.plus(szi.times(px.minus(entryPx)));
        const needed = size.times(px).div(2 * maxLeverage);
        expect(left.minus(needed).abs().lt('0.000000000001')).toBe(true);
      },
    ),
    { numRuns: 3_000 },
  );
});

test('a long that is fully paid for, and no position at all, cannot be liquidated', () => {
  const long = { szi: dec('1'), entryPx: dec('100'), maxLeverage: 10 };
  expect(liquidationPx({ ...long, margin: dec('100') })).toBeNull();
  expect(liquidationPx({ ...long, margin: dec('99.99') })).not.toBeNull();
  expect(liquidationPx({ ...long, margin: dec('1'), szi: dec('0') })).toBeNull();
});
