import Big from 'big.js';
import { groupThousands } from '../../../domain/format.ts';
import { floorSize, minOrderUsd, roundPrice } from '../../../domain/perp-rules.ts';

/** A number as the venue takes it, beside the one that was typed. */
export interface Rounded {
  readonly value: Big;
  readonly typed: Big;
}

/** A price on the market's grid, or the sentence that says why there is none. */
export function gridPrice(typed: Big, szDecimals: number): Rounded | string {
  const value = roundPrice(typed, szDecimals);
  return value.gt(0)
    ? { value, typed }
    : `Prices of this market have at most ${6 - szDecimals} decimals: type a higher one.`;
}

/** A size in coins, cut to the market's decimals, or the sentence that says why there is none. */
export function gridSize(typed: Big, szDecimals: number, coin: string): Rounded | string {
  const value = floorSize(typed, szDecimals);
  return value.gt(0)
    ? { value, typed }
    : `Less than the smallest size of ${coin}, ${smallestStep(szDecimals).toFixed()}: type more.`;
}

const smallestStep = (szDecimals: number): Big => new Big(10).pow(-szDecimals);

/** The smallest size of which an order at this price is worth enough for the venue. */
export const smallestSize = (px: Big, szDecimals: number): Big =>
  new Big(minOrderUsd).div(px).round(szDecimals, Big.roundUp);

/** Why an order is too small for the venue, with what would be enough; null when it is not. Closing is always possible. */
export function tooSmall(sz: Big, px: Big, szDecimals: number, coin: string): string | null {
  const usd = sz.times(px);
  if (usd.gte(minOrderUsd)) return null;
  const least = smallestSize(px, szDecimals);
  return `Worth ${usd.toFixed(2, Big.roundDown)} USD; the venue takes no order below ${minOrderUsd} USD: type at least ${groupThousands(least.toFixed())} ${coin} (${least.times(px).toFixed(2, Big.roundUp)} USD).`;
}

/** How far a market order may go: the mark and `slippageBps` of it against the order, on the market's grid. */
export function marketBound(markPx: Big, isBuy: boolean, slippageBps: number, szDecimals: number): Big {
  const share = new Big(slippageBps).div(10_000).times(isBuy ? 1 : -1);
  return roundPrice(markPx.times(new Big(1).plus(share)), szDecimals);
}

/** Why the exits of an order do not fit its price; by field. A take profit lies beyond the price, a stop before it. */
export function exitProblems(
  isBuy: boolean,
  px: Big,
  tp: Rounded | null,
  sl: Rounded | null,
): Partial<Record<'tp' | 'sl', string>> {
  const at = groupThousands(px.toFixed());
  const side = isBuy ? 'buys' : 'sells';
  const isBeyond = (price: Big): boolean => (isBuy ? price.gt(px) : price.lt(px));
  const isBefore = (price: Big): boolean => (isBuy ? price.lt(px) : price.gt(px));
  return {
    ...(tp && !isBeyond(tp.value)
      ? { tp: `An order that ${side} takes its profit ${isBuy ? 'above' : 'below'} ${at}.` }
      : {}),
    ...(sl && !isBefore(sl.value)
      ? { sl: `An order that ${side} stops its loss ${isBuy ? 'below' : 'above'} ${at}.` }
      : {}),
  };
}
