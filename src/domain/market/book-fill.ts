import Big from 'big.js';

interface Level {
  readonly price: Big;
  readonly size: Big;
}

/** How the visible book would fill a market order. */
export interface BookFill {
  /** Average price of the filled part, USD. */
  readonly avgPx: Big;
  /** Price of the last level reached. */
  readonly worstPx: Big;
  /** In coins. */
  readonly filled: Big;
  readonly unfilled: Big;
  /** Why something stays unfilled: the order's worst price, or the end of the visible book. null if nothing does. */
  readonly endedBy: 'limit' | 'book' | null;
}

/**
 * Walks the levels of the opposite side, best first, up to the order's worst price. null if it fills nothing.
 */
export function bookFill(levels: readonly Level[], order: { isBuy: boolean; sz: Big; limitPx: Big }): BookFill | null {
  const { isBuy, sz, limitPx } = order;
  let [filled, notional, worstPx] = [new Big(0), new Big(0), new Big(0)];
  let isLimited = false;
  for (const { price, size } of levels) {
    if (filled.gte(sz)) break;
    isLimited = isBuy ? price.gt(limitPx) : price.lt(limitPx);
    if (isLimited) break;
    const left = sz.minus(filled);
    const taken = size.lt(left) ? size : left;
    filled = filled.plus(taken);
    notional = notional.plus(taken.times(price));
    worstPx = price;
  }
  if (filled.eq(0)) return null;
  const unfilled = sz.minus(filled);
  return {
    avgPx: notional.div(filled),
    worstPx,
    filled,
    unfilled,
    endedBy: unfilled.eq(0) ? null : isLimited ? 'limit' : 'book',
  };
}
