import Big from 'big.js';
import { memoOn } from '../../domain/memo-on.ts';
import { readDecimal } from '../../domain/numbers/decimal.ts';
import { cleanText, textLimits } from '../../domain/text/clean-text.ts';
import type { ResponseData } from '../../protocol/endpoint.ts';
import type { perpMarket } from '../../protocol/endpoints/perp-markets.ts';
import { readable } from '../../protocol/schema.ts';

export interface BookLevel {
  readonly price: Big;
  /** In coins. */
  readonly size: Big;
  /** Total size of this level and all better ones. */
  readonly total: Big;
}

/** A perp market's order book, best price of each side first. */
export interface OrderBook {
  readonly coin: string;
  readonly asks: readonly BookLevel[];
  readonly bids: readonly BookLevel[];
  readonly szDecimals: number;
  /** Per hour, in per cent; above zero longs pay. */
  readonly fundingPct: Big | null;
}

type Answer = ResponseData<typeof perpMarket>;

/** Leaves out levels that are unreadable or empty. */
export function toOrderBook({ meta, ctx, asks, bids }: Answer): OrderBook {
  return {
    coin: cleanText(meta.name, textLimits.symbol),
    asks: side(asks, (a, b) => a.price.cmp(b.price)),
    bids: side(bids, (a, b) => b.price.cmp(a.price)),
    szDecimals: meta.szDecimals,
    fundingPct: readDecimal(ctx.funding)?.times(100) ?? null,
  };
}

/** The same, built once per answer. */
export const orderBookOf = memoOn(toOrderBook);

type Priced = Omit<BookLevel, 'total'>;

function side(levels: Answer['asks'], byPrice: (a: Priced, b: Priced) => number): BookLevel[] {
  let total = new Big(0);
  return readable(levels ?? [])
    .flatMap(({ price: priceText, size: sizeText }): Priced[] => {
      const [price, size] = [readDecimal(priceText), readDecimal(sizeText)];
      return price?.gt(0) && size?.gt(0) ? [{ price, size }] : [];
    })
    .sort(byPrice)
    .map((level) => {
      total = total.plus(level.size);
      return { ...level, total };
    });
}

export interface Spread {
  readonly mid: Big;
  /** Negative in a crossed book. */
  readonly size: Big;
  /** In basis points of the mid. */
  readonly bps: Big;
}

/** null while a side is empty. */
export function spreadOf({ asks, bids }: OrderBook): Spread | null {
  const [ask, bid] = [asks[0]?.price, bids[0]?.price];
  if (!ask || !bid) return null;
  const [mid, size] = [ask.plus(bid).div(2), ask.minus(bid)];
  return { mid, size, bps: size.times(10_000).div(mid) };
}
