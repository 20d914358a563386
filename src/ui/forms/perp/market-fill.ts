import type Big from 'big.js';
import { type BookFill, bookFill } from '../../../domain/market/book-fill.ts';
import { type BookLevel, orderBookOf } from '../../../stores/market/order-book.ts';
import type { PerpMarket } from '../../../stores/market/perp-markets.ts';
import type { Desk } from '../../desk/desk.ts';

/** A book older than this says nothing about a fill now, ms. */
const maxBookAgeMs = 5_000;

/** The levels that an order on this side takes, best first; null if the book has not been read or is old. */
export function bookSide(desk: Desk, coin: string, isBuy: boolean): readonly BookLevel[] | null {
  const { data, updatedAtMs } = desk.data.market(coin);
  if (!data || desk.now() - updatedAtMs > maxBookAgeMs) return null;
  const { asks, bids } = orderBookOf(data);
  const side = isBuy ? asks : bids;
  return side.length > 0 ? side : null;
}

/** How the visible book would fill a market order; null without a book, or if it fills nothing. */
export function expectedFill(
  desk: Desk,
  { coin }: PerpMarket,
  order: { readonly isBuy: boolean; readonly sz: Big; readonly limitPx: Big },
): BookFill | null {
  const levels = bookSide(desk, coin, order.isBuy);
  return levels && bookFill(levels, order);
}
