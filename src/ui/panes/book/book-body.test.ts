import Big from 'big.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { BookLevel, OrderBook } from '../../../stores/market/order-book.ts';
import { lineWidth, plainText } from '../../text/span.ts';
import { type BookBodyView, bookBody } from './book-body.ts';

/** Levels as `price size`, the best first. */
function side(...levels: string[]): BookLevel[] {
  let total = new Big(0);
  return levels.map((text) => {
    const [price = '1', size = '1'] = text.split(' ');
    total = total.plus(size);
    return { price: new Big(price), size: new Big(size), total };
  });
}

const book = (asks: readonly BookLevel[], bids: readonly BookLevel[]): OrderBook => ({
  coin: 'BTC',
  szDecimals: 2,
  fundingPct: null,
  asks,
  bids,
});

const steps = (count: number, from: number, by: number) =>
  side(...Array.from({ length: count }, (_, index) => `${from + index * by} 1`));
const deep = book(steps(20, 101, 1), steps(20, 99, -1));
const small = book(side('97032 0.1', '97033.5 0.3'), side('97030 0.2', '97029 0.2'));

const drawn = (over: Partial<BookBodyView> = {}): string[] =>
  bookBody({ book: small, own: [], width: 40, height: 6, ...over }).map((line) => plainText(line));

describe('the body of a book', () => {
  test('has asks above, bids below, the middle and the spread between them, prices on their point', () => {
    expect(drawn()).toEqual(
      [
        '      PRICE  SIZE  TOTAL',
        '  97,033.5   0.30   0.40  ▄▄▄▄▄▄▄▄▄▄▄▄▄▄',
        '  97,032.0   0.10   0.10  ▄▄▄▖',
        '─ 97,031.00 mid  0.21 bps  spread 2.0 ──',
        '  97,030.0   0.20   0.20  ▄▄▄▄▄▄▄',
        '  97,029.0   0.20   0.40  ▄▄▄▄▄▄▄▄▄▄▄▄▄▄',
      ].map((line) => expect.stringMatching(new RegExp(`^${line.replaceAll('.', '\\.')} *$`))),
    );
  });

  test('keeps the levels next to the spread when it is low, and leaves blanks outside when it is high', () => {
    const low = drawn({ book: deep, height: 6 });
    expect(low.map((line) => /\d+\.0|\d{2,3} /.exec(line)?.[0].trim())).toEqual([
      undefined,
      '102',
      '101',
      '100.0',
      '99',
      '98',
    ]);
    const high = drawn({ height: 12 });
    expect(high.slice(1, 4).join('').trim()).toBe('');
    expect(high[4]).toContain('97,033.5');
    expect(high[6]).toContain('mid');
    expect(high.slice(9).join('').trim()).toBe('');
  });

  test('marks the levels where own orders rest, on their side only', () => {
    const own = [
      { price: new Big('97032.00'), isBuy: false },
      { price: new Big('97029'), isBuy: true },
      { price: new Big('97030'), isBuy: false },
    ];
    const marks = drawn({ own }).map((line) => line.slice(0, 2));
    expect(marks).toEqual(['  ', '  ', 'S ', '─ ', '  ', 'B ']);
  });

  test('gives up the totals before the bars, then the bars', () => {
    const header = (width: number) => drawn({ width })[0]?.trim().replace(/ +/g, ' ');
    expect(header(34)).toBe('PRICE SIZE TOTAL');
    expect(header(24)).toBe('PRICE SIZE');
    expect(drawn({ width: 24 })[1]).toMatch(/97,033\.5 {2}0\.30 ▄{5}/);
    expect(drawn({ width: 18 })[1]).toMatch(/97,033\.5 {2}0\.30$/);
  });

  test('says which side is empty, and a spread that is none', () => {
    expect(drawn({ book: book(small.asks, []) })[3]).toMatch(/^─ no bids ─+$/);
    expect(drawn({ book: book([], small.bids) })[3]).toMatch(/^─ no asks ─+$/);
    expect(drawn({ book: book(small.bids, small.asks) })[3]).toContain('crossed by 2.0');
  });

  test('weighs both sides where there is room', () => {
    expect(drawn({ height: 14 }).at(-1)).toMatch(/^bids 50 % ▄{9,10} ▄{9,10} 50 % asks$/);
    expect(drawn({ height: 13 }).join('\n')).not.toContain('asks');
    expect(drawn({ height: 14, book: book([], small.bids) }).at(-1)).toMatch(/^bids 100 %.* 0 % asks$/);
  });

  test('fills its place exactly, at any size from 26×6 to 60×60, and stays inside it', () => {
    const level = fc.record({
      price: fc.double({ min: 0.001, max: 200_000, noNaN: true }).map((value) => value.toPrecision(5)),
      size: fc.double({ min: 0.01, max: 9_999, noNaN: true }).map((value) => value.toFixed(2)),
    });
    const anySide = fc
      .array(level, { maxLength: 25 })
      .map((levels) => side(...levels.map(({ price, size }) => `${new Big(price).toFixed()} ${size}`)));
    fc.assert(
      fc.property(
        anySide,
        anySide,
        fc.integer({ min: 26, max: 60 }),
        fc.integer({ min: 6, max: 60 }),
        (asks, bids, width, height) => {
          fc.pre(asks.length + bids.length > 0);
          const lines = bookBody({ book: book(asks, bids), own: [], width, height });
          expect(lines).toHaveLength(height);
          for (const line of lines) expect(lineWidth(line), plainText(line)).toBeLessThanOrEqual(width);
        },
      ),
    );
  });
});
