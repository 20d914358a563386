import Big from 'big.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cases } from '../../../test/run/cases.ts';
import { toBig } from './amount.ts';
import { baseUnitsWorth, parseUsd, usdNumber } from './usd-amount.ts';

describe('a text in USD', () => {
  test.each([
    ['50 usd', '50'],
    ['50usd', '50'],
    ['  50  USD ', '50'],
    ['$50', '50'],
    ['$ 0.5', '0.5'],
    ['50$', '50'],
    ['usd', ''],
    ['$', ''],
    ['$1.5 usd', '1.5 usd'],
    ['50', null],
    ['50 usdc', null],
    ['50%', null],
    ['', null],
  ])('%j has the number %j', (text, number) => {
    expect(usdNumber(text)).toBe(number);
  });

  test.each([
    ['50', 50_000_000n],
    ['.5', 500_000n],
    ['1234.567891', 1_234_567_891n],
  ])('%s is %s millionths', (number, micros) => {
    expect(parseUsd(number)).toBe(micros);
  });

  test.each([
    ['', 'Enter an amount, such as 1.5.'],
    ['0', 'Enter an amount above zero, such as 50 usd.'],
    ['0.00', 'Enter an amount above zero, such as 50 usd.'],
    ['-5', 'Enter the amount without a sign.'],
    ['1,000', 'Use a point for decimals and leave out thousands separators, such as 1234.5.'],
    ['1.1234567', 'An amount in USD has 6 decimals; 1.1234567 has 7.'],
    ['1.5 usd', 'An amount is digits with at most one point, such as 1.5.'],
  ])('%j is refused', (number, message) => {
    expect(() => parseUsd(number)).toThrow(message);
  });
});

describe('base units worth an amount of USD', () => {
  const micros = fc.bigInt({ min: 1n, max: 10n ** 18n });
  // From 1e-18 to 1e12 USD, with up to 20 digits.
  const price = fc
    .tuple(fc.bigInt({ min: 1n, max: 10n ** 20n }), fc.integer({ min: 8, max: 30 }))
    .map(([digits, places]) => toBig(digits, places));
  const decimals = fc.integer({ min: 0, max: 18 });

  test('are never worth more than asked, and one more would be', () => {
    fc.assert(
      fc.property(micros, price, decimals, (usd, px, places) => {
        const units = baseUnitsWorth(usd, px, places);
        const asked = toBig(usd, 6);
        expect(toBig(units, places).times(px).lte(asked)).toBe(true);
        expect(
          toBig(units + 1n, places)
            .times(px)
            .gt(asked),
        ).toBe(true);
      }),
      { numRuns: cases(1_000, 5_000) },
    );
  });

  test.each([
    ['50', '142.01', 9, 352_087_881n],
    ['50', '1', 6, 50_000_000n],
    ['0.01', '96412.5', 8, 10n],
    ['0.000001', '96412.5', 8, 0n],
    ['50', '0.00001184', 5, 422_297_297_297n],
  ])('%s USD at %s with %i decimals are %s', (usd, px, places, units) => {
    expect(baseUnitsWorth(parseUsd(usd), new Big(px), places)).toBe(units);
  });

  test('need a positive price', () => {
    expect(() => baseUnitsWorth(1n, new Big(0), 6)).toThrow(RangeError);
  });
});
