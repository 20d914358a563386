import Big from 'big.js';
import type { BookFill } from '../../../domain/market/book-fill.ts';
import { type SizeBound, sizeByRisk, sizeByShare } from '../../../domain/market/order-sizing.ts';
import { sizeStep } from '../../../domain/market/perp-rules.ts';
import type { PerpMarket } from '../../../stores/market/perp-markets.ts';
import type { Desk } from '../../desk/desk.ts';
import type { OrderRoom } from './margin-room.ts';
import { expectedFill } from './market-fill.ts';
import { equityUsd, feeRates } from './perp-account.ts';
import { readSizeText, type SizeText } from './size-text.ts';
import { gridSize, type Rounded } from './venue-order.ts';

/** A stop is a market order: its fill is assumed this much worse than its price. */
export const stopSlippageBps = 10;

export interface OrderSize extends Rounded {
  /** A size by risk: what may be lost, how it was typed, and what limits the size. null for any other. */
  readonly risk: { readonly usd: Big; readonly pct: Big | null; readonly bound: SizeBound } | null;
}

interface Sized {
  readonly isBuy: boolean;
  readonly px: Big | null;
  readonly worstPx: Big | null;
  /** A valid stop; null for none. */
  readonly stop: Big | null;
  readonly room: OrderRoom | null;
  /** Rate of the entry; null while loading. */
  readonly feeRate: Big | null;
}

/** The size in coins, rounded down to the market's decimals; null while its price is missing, or why it is invalid. */
export function readOrderSize(desk: Desk, market: PerpMarket, text: string, order: Sized): OrderSize | string | null {
  const { coin, szDecimals } = market;
  const read = readSizeText(text, coin);
  if (typeof read === 'string') return read;
  if (read.unit === 'risk-usd' || read.unit === 'risk-pct') return riskSize(desk, market, read, order);
  const typed = coins(read, szDecimals, order);
  if (typed === null || typeof typed === 'string') return typed;
  const size = gridSize(typed, szDecimals, coin);
  return typeof size === 'string' ? size : { ...size, risk: null };
}

function coins({ unit, value }: SizeText, szDecimals: number, { px, room }: Sized): Big | string | null {
  if (unit === 'coin') return value;
  if (!px) return null;
  if (unit === 'usd') return value.div(px);
  if (!room) return 'The free margin is unknown right now: enter a size in coins or USD.';
  if (room.isAtMost) return 'A share of the free margin needs the leverage: enter it in the leverage field.';
  return room.freeUsd.gt(0) ? sizeByShare(value, room, szDecimals) : 'There is no free margin.';
}

function riskSize(desk: Desk, market: PerpMarket, read: SizeText, order: Sized): OrderSize | string | null {
  const { coin, szDecimals } = market;
  const { px, stop, room, feeRate } = order;
  const taker = feeRates(desk)?.taker;
  const equity = equityUsd(desk);
  const pct = read.unit === 'risk-pct' ? read.value : null;
  if (!px) return null;
  if (!stop) return 'A size by risk needs a stop loss: enter it in the field below.';
  if (!taker || !feeRate) return 'Fee rates are still loading: a size by risk counts fees.';
  if (pct && !equity?.gt(0)) return 'The equity is unknown right now: enter the risk in USD, such as risk 50 usd.';
  const usd = pct ? (equity ?? pct).times(pct).div(100) : read.value;
  const cap = desk.caps.maxOrderUsd;
  const sizeAt = (entryPx: Big) =>
    sizeByRisk({
      riskUsd: usd,
      stop: { entryPx, stopPx: stop, entryFeeRate: feeRate, stopFeeRate: taker, stopSlippageBps },
      szDecimals,
      margin: room,
      cap: cap === null ? null : { usd: new Big(cap), px: order.worstPx?.gt(px) ? order.worstPx : px },
    });
  const { sz, bound } = sizeAt(entryOf(desk, market, order, px, sizeAt));
  const size = gridSize(sz, szDecimals, coin);
  return typeof size === 'string' ? size : { ...size, risk: { usd, pct, bound } };
}

/**
 * The entry that the risk is counted from. A market order fills worse the larger it is: the average for the size at the best
 * price is an upper bound of its cost, so the size found with it risks no more than asked.
 */
function entryOf(desk: Desk, market: PerpMarket, order: Sized, px: Big, sizeAt: (entryPx: Big) => { sz: Big }): Big {
  const { isBuy, worstPx } = order;
  if (!worstPx) return px;
  const entryAt = (sz: Big): Big => entryPx(expectedFill(desk, market, { isBuy, sz, limitPx: worstPx }), order, px);
  const { sz } = sizeAt(entryAt(sizeStep(market.szDecimals)));
  return sz.gt(0) ? entryAt(sz) : px;
}

/**
 * The price that profit and loss are counted from: the limit; for a market order what the book would fill it at, its worst price
 * where the visible book is too thin, and the mark without a book. Never better than `px`.
 */
export function entryPx(fill: BookFill | null, { isBuy, worstPx }: Pick<Sized, 'isBuy' | 'worstPx'>, px: Big): Big {
  if (!fill || !worstPx) return px;
  const average = fill.unfilled.eq(0) ? fill.avgPx : worstPx;
  return (isBuy ? average.gt(px) : average.lt(px)) ? average : px;
}
