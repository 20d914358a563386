import Big from 'big.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cases } from '../../../test/run/cases.ts';
import { bookFill } from './book-fill.ts';

const levels = (...list: [number, number][]) =>
  list.map(([price, size]) => ({ price: new Big(price), size: new Big(size) }));
const asks = levels([100, 1], [101, 2], [105, 4]);
const bids = levels([99, 1], [98, 2]);

const read = (isBuy: boolean, sz: number, limitPx: number, book = isBuy ? asks : bids) => {
  const fill = bookFill(book, { isBuy, sz: new Big(sz), limitPx: new Big(limitPx) });
  return (
    fill && [
      fill.avgPx.toFixed(4),
      fill.worstPx.toFixed(),
      fill.filled.toFixed(),
      fill.unfilled.toFixed(),
      fill.endedBy,
    ]
  );
};

test.each([
  ['within the best level', true, 0.5, 110, ['100.0000', '100', '0.5', '0', null]],
  ['into the second', true, 2, 110, ['100.5000', '101', '2', '0', null]],
  ['all that is shown', true, 7, 110, ['103.1429', '105', '7', '0', null]],
  ['more than is shown', true, 8, 110, ['103.1429', '105', '7', '1', 'book']],
  ['up to the worst price', true, 5, 104, ['100.6667', '101', '3', '2', 'limit']],
  ['nothing within the worst price', true, 1, 99, null],
  ['a sell takes bids', false, 2, 90, ['98.5000', '98', '2', '0', null]],
  ['a sell stops at its worst price', false, 2, 98.5, ['99.0000', '99', '1', '1', 'limit']],
] as const)('%s', (_name, isBuy, sz, limitPx, fill) => {
  expect(read(isBuy, sz, limitPx)).toEqual(fill);
});

test('an empty book fills nothing', () => expect(read(true, 1, 100, [])).toBeNull());

test('filled and unfilled add up, and a larger order never gets a better average', () => {
  const book = fc
    .array(fc.tuple(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 9 })), { minLength: 1, maxLength: 12 })
    .map((list) => levels(...list.sort((a, b) => a[0] - b[0])));
  fc.assert(
    fc.property(book, fc.integer({ min: 1, max: 80 }), fc.integer({ min: 1, max: 60 }), (side, sz, limitPx) => {
      const [one, more] = [sz, sz + 5].map((size) =>
        bookFill(side, { isBuy: true, sz: new Big(size), limitPx: new Big(limitPx) }),
      );
      if (!one || !more) return void expect(one).toBe(more);
      expect(one.filled.plus(one.unfilled).toFixed()).toBe(String(sz));
      expect(one.worstPx.lte(limitPx)).toBe(true);
      expect(one.avgPx.lte(one.worstPx)).toBe(true);
      expect(more.avgPx.gte(one.avgPx)).toBe(true);
    }),
    { numRuns: cases(400, 4_000) },
  );
});
