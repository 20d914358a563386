import Big from 'big.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cases } from '../../../test/run/cases.ts';
import { distanceInR, type ExitOf, exitLevel } from './exit-levels.ts';
import { tickSize, validPrice } from './perp-rules.ts';

const of = (side: 'buy' | 'sell', kind: 'tp' | 'sl', over: Partial<ExitOf> = {}): ExitOf => ({
  kind,
  isBuy: side === 'buy',
  entryPx: new Big('3500'),
  stopPx: new Big(side === 'buy' ? '3400' : '3600'),
  szDecimals: 4,
  ...over,
});

const read = (text: string, exit: ExitOf): string => {
  const level = exitLevel(text, exit);
  return typeof level === 'string' ? `! ${level}` : level.value.toFixed();
};

test.each([
  ['3300', 'buy', 'sl', '3300'],
  ['2 %', 'buy', 'sl', '3430'],
  ['-2%', 'buy', 'sl', '3430'],
  ['−2 %', 'buy', 'sl', '3430'],
  ['2%', 'buy', 'tp', '3570'],
  ['+2%', 'sell', 'sl', '3570'],
  ['2%', 'sell', 'tp', '3430'],
  ['25t', 'buy', 'sl', '3497.5'],
  ['25 ticks', 'buy', 'tp', '3502.5'],
  ['1 tick', 'sell', 'sl', '3500.1'],
  ['1.5R', 'buy', 'tp', '3650'],
  ['2r', 'sell', 'tp', '3300'],
] as const)('%s as the exit of a %s (%s) is %s', (text, side, kind, price) => {
  expect(read(text, of(side, kind))).toBe(price);
});

test.each([
  ['3300.04', 'buy', 'sl', '3300.1'],
  ['3700.06', 'buy', 'tp', '3700'],
  ['3700.06', 'sell', 'sl', '3700'],
  ['3300.04', 'sell', 'tp', '3300.1'],
] as const)('%s of a %s (%s) is rounded towards the entry, to %s', (text, side, kind, price) => {
  expect(read(text, of(side, kind))).toBe(price);
});

test.each([
  ['+2%', 'buy', 'sl', /^! The stop loss of a buy is below the entry: leave out the sign, or write -\.$/],
  ['-2%', 'buy', 'tp', /^! The take profit of a buy is above the entry: leave out the sign, or write \+\.$/],
  ['1R', 'buy', 'sl', /^! R is the distance to the stop itself/],
  ['100 %', 'buy', 'sl', /^! The price would be zero or less/],
  ['2.5t', 'buy', 'sl', /^! Ticks are whole/],
  ['0 %', 'buy', 'sl', /^! Enter a number above zero/],
  ['-3300', 'buy', 'sl', /^! Enter a price without a sign, or a distance/],
  ['high', 'buy', 'tp', /^! An amount is digits/],
  ['', 'buy', 'tp', /^! Enter an amount/],
] as const)('%s of a %s (%s) is refused', (text, side, kind, words) => {
  expect(read(text, of(side, kind))).toMatch(words);
});

test('R without a stop is refused', () => {
  expect(read('2R', of('buy', 'tp', { stopPx: null }))).toBe(
    '! R is the distance to the stop: enter a stop loss first.',
  );
});

test('an exit is on the price grid, on its side, and never further from the entry than typed', () => {
  const drawn = fc.record({
    kind: fc.constantFrom('tp' as const, 'sl' as const),
    isBuy: fc.boolean(),
    entry: fc.integer({ min: 1_000, max: 99_999 }),
    shift: fc.integer({ min: -4, max: 2 }),
    szDecimals: fc.integer({ min: 0, max: 2 }),
    bps: fc.integer({ min: 1, max: 9_000 }),
  });
  fc.assert(
    fc.property(drawn, ({ kind, isBuy, entry, shift, szDecimals, bps }) => {
      const entryPx = new Big(entry).times(`1e${shift}`);
      const level = exitLevel(`${bps / 100} %`, { kind, isBuy, entryPx, stopPx: null, szDecimals });
      if (typeof level === 'string') return;
      const away = (price: Big) => price.minus(entryPx).times((kind === 'tp') === isBuy ? 1 : -1);
      expect(validPrice(level.value, szDecimals)).toBe(true);
      const asked = entryPx.times(bps).div(10_000);
      expect(away(level.value).lte(asked)).toBe(true);
      expect(away(level.value).plus(tickSize(level.value, szDecimals)).gt(asked)).toBe(true);
    }),
    { numRuns: cases(600, 6_000) },
  );
});

test('R counts the distance of the stop, positive in profit', () => {
  const r = (exit: number, side: 'buy' | 'sell') =>
    distanceInR(new Big(exit), new Big(3500), new Big(side === 'buy' ? 3400 : 3600), side === 'buy').toFixed(2);
  expect([r(3700, 'buy'), r(3400, 'buy'), r(3300, 'sell'), r(3600, 'sell')]).toEqual([
    '2.00',
    '-1.00',
    '2.00',
    '-1.00',
  ]);
});
