import { describe, expect, test } from 'vitest';
import { perpMarket } from '../../protocol/endpoints/perp-markets.ts';
import { spreadOf, toOrderBook } from './order-book.ts';

const level = (price: string, size: string) => ({ price, size, numOrders: 1 });
const book = (asks: unknown, bids: unknown, over: object = {}) =>
  toOrderBook(
    perpMarket.response.parse({
      ctx: { markPx: '100.5', funding: '0.0000125' },
      meta: { name: 'BTC', szDecimals: 4, maxLeverage: 40, ...over },
      asks,
      bids,
    }),
  );
const texts = (levels: ReturnType<typeof book>['asks']) =>
  levels.map(({ price, size, total }) => [price, size, total].map(String).join(' '));

describe('an order book', () => {
  test('has the best price of each side first, with cumulative sizes, in any order of input', () => {
    const { asks, bids } = book(
      [level('103', '1'), level('101', '0.5'), level('102', '0.25')],
      [level('98', '2'), level('100', '1.5')],
    );
    expect(texts(asks)).toEqual(['101 0.5 0.5', '102 0.25 0.75', '103 1 1.75']);
    expect(texts(bids)).toEqual(['100 1.5 1.5', '98 2 3.5']);
  });

  test('leaves out empty and unreadable levels', () => {
    const odd = [level('0', '1'), level('-1', '1'), level('101', '0'), level('x', '1'), { price: {} }, 'nonsense'];
    expect(texts(book([...odd, level('102', '1')], null).asks)).toEqual(['102 1 1']);
    expect(book(undefined, null)).toMatchObject({ asks: [], bids: [] });
  });

  test('has the hourly funding in per cent', () => {
    const { fundingPct, coin } = book([], [], { name: 'B\u001b[31mTC' });
    expect(String(fundingPct)).toBe('0.00125');
    expect(coin).not.toMatch(/\u001b/);
  });

  test('has a spread if both sides have levels', () => {
    const spread = spreadOf(book([level('101', '1')], [level('99', '1')]));
    expect([spread?.mid, spread?.size, spread?.bps].map(String)).toEqual(['100', '2', '200']);
    expect(spreadOf(book([level('101', '1')], []))).toBeNull();
    expect(spreadOf(book([], [level('101', '1')]))).toBeNull();
    expect(String(spreadOf(book([level('99', '1')], [level('101', '1')]))?.size)).toBe('-2');
  });
});
