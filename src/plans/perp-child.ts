import Big from 'big.js';
import { worstPrice } from '../domain/market/perp-rules.ts';
import type { PerpChild } from './child-order.ts';
import type { PlanView } from './plan-kind.ts';

interface Terms {
  readonly coin: string;
  readonly isBuy: boolean;
  readonly reduceOnly: boolean;
  /** Decimal text, within the market's decimals. */
  readonly sz: string;
  /** Trigger price of a stop for the whole position; absent for none. */
  readonly sl?: string;
}

const filled = ({ coin, isBuy, reduceOnly, sz, sl }: Terms, view: PlanView) => ({
  do: 'perp' as const,
  coin,
  isBuy,
  reduceOnly,
  sz,
  sl: sl ?? null,
  cloid: view.newCloid(),
});

/** A limit order, good till cancelled. `px` on the market's grid. */
export const limitChild = (terms: Terms & { readonly px: string }, view: PlanView): PerpChild => ({
  ...filled(terms, view),
  type: 'limit',
  px: terms.px,
  slippageBps: null,
});

interface Market extends Terms {
  readonly slippageBps: number;
  readonly szDecimals: number;
  /** The price that the slippage counts from. */
  readonly fromPx: Big;
  /** Worst price, never passed; null for none. */
  readonly limitPx: Big | null;
}

/** A market order: what does not fill within its worst price is cancelled. */
export function marketChild(terms: Market, view: PlanView): PerpChild {
  const { fromPx, isBuy, slippageBps, szDecimals, limitPx } = terms;
  const slipped = worstPrice(fromPx, isBuy, slippageBps, szDecimals);
  const isBeyond = limitPx !== null && (isBuy ? slipped.gt(limitPx) : slipped.lt(limitPx));
  return { ...filled(terms, view), type: 'market', px: (isBeyond ? limitPx : slipped).toFixed(), slippageBps };
}

/** The best price on the order's own side, never worse than the limit; null while the book is unknown. */
export function bestOwnPx(
  { isBuy, limitPx }: { readonly isBuy: boolean; readonly limitPx: string | null },
  { bid, ask }: Pick<PlanView, 'bid' | 'ask'>,
): Big | null {
  const best = isBuy ? bid : ask;
  if (!best || limitPx === null) return best;
  const isBeyond = isBuy ? best.gt(limitPx) : best.lt(limitPx);
  return isBeyond ? new Big(limitPx) : best;
}
