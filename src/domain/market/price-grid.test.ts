import Big from 'big.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { validPrice } from './perp-rules.ts';
import {
  groupsAt,
  movedRow,
  type PriceGrid,
  rowAbove,
  rowAtOrAbove,
  rowAtOrBelow,
  rowBelow,
  rowsFrom,
} from './price-grid.ts';

const texts = (rows: readonly Big[]): string[] => rows.map((row) => row.toFixed());
const of = (szDecimals: number, group: number): PriceGrid => ({ szDecimals, group });

/** A price of any market with a grid that makes sense there. */
const priced = fc
  .record({
    price: fc.double({ min: 0.001, max: 300_000, noNaN: true }),
    szDecimals: fc.integer({ min: 0, max: 5 }),
    pick: fc.nat(),
  })
  .map(({ price: number, szDecimals, pick }) => {
    const price = new Big(number.toPrecision(7));
    const fitting = groupsAt(price, szDecimals);
    return { price, grid: of(szDecimals, fitting[pick % fitting.length] ?? 1) };
  });

describe('the rows of a price grid', () => {
  test('are whole multiples of the group, in ticks of five significant figures', () => {
    expect(texts(rowsFrom(new Big(96_860), 3, of(5, 5)))).toEqual(['96860', '96855', '96850']);
    expect(texts(rowsFrom(new Big('3504.4'), 3, of(4, 2)))).toEqual(['3504.4', '3504.2', '3504']);
    expect(texts(rowsFrom(new Big('0.005233'), 2, of(0, 1)))).toEqual(['0.005233', '0.005232']);
  });

  test('are ten times closer below a power of ten', () => {
    expect(texts(rowsFrom(new Big('100.02'), 5, of(2, 1)))).toEqual(['100.02', '100.01', '100', '99.999', '99.998']);
    expect(texts(rowsFrom(new Big('100.05'), 3, of(2, 5)))).toEqual(['100.05', '100', '99.995']);
  });

  test('end above zero', () => {
    expect(texts(rowsFrom(new Big('0.00002'), 5, of(1, 1)))).toEqual(['0.00002', '0.00001']);
    expect(movedRow(new Big('0.00002'), -9, of(1, 1)).toFixed()).toBe('0.00001');
    expect(rowAtOrBelow(new Big('0.000004'), of(1, 1)).toFixed()).toBe('0.00001');
  });

  test('enclose every price, and the venue accepts each of them', () => {
    fc.assert(
      fc.property(priced, ({ price, grid }) => {
        const [below, above] = [rowAtOrBelow(price, grid), rowAtOrAbove(price, grid)];
        for (const row of [below, above]) expect(validPrice(row, grid.szDecimals), row.toFixed()).toBe(true);
        expect(above.gte(price)).toBe(true);
        expect(rowAbove(below, grid).gt(price)).toBe(true);
        if (price.gte(below)) expect(above.eq(below) || above.eq(rowAbove(below, grid))).toBe(true);
      }),
    );
  });

  test('lead back from where they lead, each row one valid price from the next', () => {
    fc.assert(
      fc.property(priced, fc.integer({ min: 1, max: 60 }), ({ price, grid }, count) => {
        const row = rowAtOrBelow(price, grid);
        const high = movedRow(row, count, grid);
        expect(movedRow(high, -count, grid).eq(row)).toBe(true);
        const rows = rowsFrom(high, count + 1, grid);
        expect(rows.at(-1)?.eq(row)).toBe(true);
        for (const [index, each] of rows.entries()) {
          expect(validPrice(each, grid.szDecimals), each.toFixed()).toBe(true);
          expect(rowAtOrBelow(each, grid).eq(each), each.toFixed()).toBe(true);
          const next = rows[index + 1];
          if (next) expect(rowBelow(each, grid)?.eq(next)).toBe(true);
        }
      }),
    );
  });
});
