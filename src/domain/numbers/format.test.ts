import Big from 'big.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cases } from '../../../test/run/cases.ts';
import {
  formatAge,
  formatClock,
  formatPct,
  formatPrice,
  formatSignedUsd,
  formatSize,
  formatUsd,
  groupThousands,
  shortAddress,
} from './format.ts';

describe('USD', () => {
  test.each([
    ['447.8', '447.80'],
    ['0', '0.00'],
    ['0.004', '0.00'],
    ['-0.004', '0.00'],
    ['-45.5', '−45.50'],
    ['1014', '1,014.00'],
    ['9999.994', '9,999.99'],
    ['9999.995', '10.00K'],
    ['16860', '16.86K'],
    ['-16860', '−16.86K'],
    ['999994.99', '999.99K'],
    ['999995', '1.00M'],
    ['1240000', '1.24M'],
    ['999995000', '1.00B'],
    ['1100000000', '1.10B'],
    ['1234560000000', '1,234.56B'],
    ['9007199254740993.15', '9,007,199.25B'],
  ])('%s is %s', (value, shown) => {
    expect(formatUsd(value)).toBe(shown);
    expect(formatUsd(new Big(value))).toBe(shown);
  });

  test.each([
    ['92.93', '+92.93'],
    ['-45.5', '−45.50'],
    ['0', '0.00'],
    ['0.001', '0.00'],
    ['-0.001', '0.00'],
    ['25130.26', '+25.13K'],
  ])('%s with its sign is %s', (value, shown) => {
    expect(formatSignedUsd(value)).toBe(shown);
  });

  test('is never wrong by more than half of its last digit', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 16n), max: 10n ** 16n }), (tenthsOfCents) => {
        const usd = new Big(tenthsOfCents.toString()).div(1000);
        const shown = formatUsd(usd);
        const scale = { K: 1e3, M: 1e6, B: 1e9 }[shown.at(-1) ?? ''] ?? 1;
        const back = new Big(shown.replace('−', '-').replace(/[,KMB]/g, '')).times(scale);
        expect(back.minus(usd).abs().lte(new Big(scale).times('0.005'))).toBe(true);
        if (scale < 1e9) expect(shown.replace(/^−/, '').length).toBeLessThanOrEqual(8);
      }),
      { numRuns: cases(1_000, 3_000) },
    );
  });
});

test.each([
  ['97031.5', '97,032'],
  ['123456.7', '123,457'],
  ['99999.6', '100,000'],
  ['3512.4', '3,512.4'],
  ['139.9', '139.90'],
  ['139.91249', '139.91'],
  ['1.6', '1.6000'],
  ['9.99996', '10.000'],
  ['0.95', '0.95000'],
  ['0.00001184', '0.00001184'],
  ['0.000011847777', '0.000011848'],
  ['1.184e-7', '0.0000001184'],
  ['0', '0'],
  ['-3', '−3.0000'],
])('price %s is %s', (value, shown) => {
  expect(formatPrice(value)).toBe(shown);
});

test.each([
  ['0.15', 4, '0.1500', '+0.1500'],
  ['-4.2', 4, '−4.2000', '−4.2000'],
  ['0.99999', 2, '0.99', '+0.99'],
  ['1234567', 0, '1,234,567', '+1,234,567'],
  ['-0.00001', 2, '0.00', '0.00'],
])('size %s to %i decimals is %s', (value, decimals, shown, withSign) => {
  expect(formatSize(value, decimals)).toBe(shown);
  expect(formatSize(value, decimals, { sign: true })).toBe(withSign);
});

test('per cent', () => {
  expect(formatPct('16.34', 1)).toBe('16.3 %');
  expect(formatPct('16.35', 1)).toBe('16.4 %');
  expect(formatPct('3.2', 1, { sign: true })).toBe('+3.2 %');
  expect(formatPct('-4.6', 1, { sign: true })).toBe('−4.6 %');
  expect(formatPct('-0.04', 1, { sign: true })).toBe('0.0 %');
  expect(formatPct('12345.6', 0)).toBe('12,346 %');
});

test('thousands', () => {
  expect(groupThousands('1234567.1234567')).toBe('1,234,567.1234567');
  expect(groupThousands('-1234')).toBe('−1,234');
  expect(groupThousands('-123')).toBe('−123');
  expect(groupThousands('999')).toBe('999');
});

test('a text that is no number is a question mark, never an error', () => {
  for (const text of ['', 'abc', '1e999999', '9'.repeat(200), '\x1b[31m'])
    for (const shown of [
      formatUsd(text),
      formatSignedUsd(text),
      formatPrice(text),
      formatSize(text, 2),
      formatPct(text, 1),
    ])
      expect(shown).toBe('?');
});

test('addresses', () => {
  expect(shortAddress('7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZR9fQ2')).toBe('7xKX…9fQ2');
  expect(shortAddress('0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE')).toBe('0xEeee…EEeE');
  expect(shortAddress('short')).toBe('short');
});

test.each([
  [0, '0.0 s'],
  [-5, '0.0 s'],
  [449, '0.4 s'],
  [9_999, '9.9 s'],
  [10_000, '10 s'],
  [59_999, '59 s'],
  [60_000, '1 m'],
  [3_599_999, '59 m'],
  [7_200_000, '2 h'],
  [86_399_999, '23 h'],
  [432_000_000, '5 d'],
])('%i ms is %s', (ms, shown) => {
  expect(formatAge(ms)).toBe(shown);
});

test.each([
  [Date.UTC(2026, 1, 3, 14, 3, 22, 999), '14:03:22'],
  [0, '00:00:00'],
  [-1, '23:59:59'],
  [9e15, new Date(9e15 % 86_400_000).toISOString().slice(11, 19)],
  [Number.NaN, '--:--:--'],
])('clock of %d is %s', (ms, shown) => {
  expect(formatClock(ms)).toBe(shown);
});
