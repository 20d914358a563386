import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cases } from '../../../test/run/cases.ts';
import { AmountError, formatAmount, parseAmount, percentOf, toBig } from './amount.ts';

const decimals = fc.integer({ min: 0, max: 30 });
const baseUnits = fc.bigInt({ min: 0n, max: 2n ** 128n });

/** The sentence that the person gets for a typed text. */
function refusal(text: string, tokenDecimals: number, symbol?: string): string {
  try {
    parseAmount(text, tokenDecimals, symbol);
  } catch (error) {
    if (error instanceof AmountError) return error.message;
    throw error;
  }
  return 'taken';
}

describe('exactness', () => {
  test('base units survive the way to text and back', () => {
    fc.assert(
      fc.property(baseUnits, decimals, (amount, places) => {
        expect(parseAmount(formatAmount(amount, places), places)).toBe(amount);
      }),
      { numRuns: cases(1_000, 5_000) },
    );
  });

  test('a typed amount keeps every digit', () => {
    const digits = fc.stringMatching(/^\d{1,30}$/);
    fc.assert(
      fc.property(digits, digits, (whole, fraction) => {
        const units = parseAmount(`${whole}.${fraction}`, fraction.length);
        expect(units).toBe(BigInt(whole + fraction));
        expect(toBig(units, fraction.length).eq(`${whole}.${fraction}`)).toBe(true);
      }),
      { numRuns: cases(1_000, 5_000) },
    );
  });

  test('one decimal too many is always refused, never rounded', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 18 }), fc.stringMatching(/^\d$/), (places, last) => {
        expect(() => parseAmount(`1.${'0'.repeat(places)}${last}`, places)).toThrow(AmountError);
      }),
    );
  });

  test.each([
    [0n, 9, '0'],
    [1n, 9, '0.000000001'],
    [84_221_000_000n, 9, '84.221'],
    [-1_500n, 3, '-1.5'],
    [-5n, 2, '-0.05'],
    [120n, 0, '120'],
    [10n ** 40n, 18, `1${'0'.repeat(22)}`],
  ])('%s with %i decimals is %s', (amount, places, text) => {
    expect(formatAmount(amount, places)).toBe(text);
  });
});

describe('what a person types', () => {
  test.each([
    ['1.5', 9, 1_500_000_000n],
    ['  2 ', 6, 2_000_000n],
    ['.5', 1, 5n],
    ['3.', 1, 30n],
    ['0', 9, 0n],
    ['007.10', 2, 710n],
  ])('%j is taken', (text, places, amount) => {
    expect(parseAmount(text, places)).toBe(amount);
  });

  test('too many decimals are named with the token', () => {
    expect(refusal('0.1234567890', 9, 'SOL')).toBe('SOL has 9 decimals; 0.1234567890 has 10.');
    expect(refusal('1.5', 0, 'NFT')).toBe('NFT has no decimals; 1.5 has 1.');
    expect(refusal('1.55', 1)).toBe('This token has 1 decimal; 1.55 has 2.');
  });

  test.each([
    ['', /^Enter an amount/],
    ['   ', /^Enter an amount/],
    ['-1', /without a sign/],
    ['+1', /without a sign/],
    ['−1', /without a sign/],
    ['1e5', /without an exponent/],
    ['1.2E-5', /without an exponent/],
    ['1,5', /point for decimals/],
    ['1,234.5', /thousands separators/],
    ['1 234', /thousands separators/],
    ['1_000', /thousands separators/],
    ['1.2.3', /one point/],
    ['abc', /digits with at most one point/],
    ['1a', /digits with at most one point/],
    ['.', /one point/],
    ['٣', /digits with at most one point/],
    ['0x10', /digits with at most one point/],
    ['1'.repeat(81), /at most 80 characters/],
  ])('%j is refused in words', (text, sentence) => {
    expect(refusal(text, 9)).toMatch(sentence);
  });
});

test('a share is exact and never more than its part', () => {
  expect(percentOf(101n, 5_000)).toBe(50n);
  fc.assert(
    fc.property(baseUnits, fc.integer({ min: 0, max: 10_000 }), (amount, bps) => {
      const share = percentOf(amount, bps);
      expect(share * 10_000n <= amount * BigInt(bps)).toBe(true);
      expect((share + 1n) * 10_000n > amount * BigInt(bps)).toBe(true);
    }),
    { numRuns: 2_000 },
  );
  for (const bps of [-1, 10_001, 0.5]) expect(() => percentOf(1n, bps)).toThrow(RangeError);
  expect(() => percentOf(-1n, 1)).toThrow(RangeError);
});

test('a number of decimals that no token has is a programming error', () => {
  for (const places of [-1, 1.5, 256, Number.NaN]) expect(() => formatAmount(1n, places)).toThrow(RangeError);
});
