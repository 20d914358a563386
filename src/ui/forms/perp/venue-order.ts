import Big from 'big.js';
import { floorSize, minOrderUsd, minSize, roundPrice, sizeStep } from '../../../domain/market/perp-rules.ts';
import { groupThousands } from '../../../domain/numbers/format.ts';

/** A number rounded to the market's increments, and the number as typed. */
export interface Rounded {
  readonly value: Big;
  readonly typed: Big;
}

/** Rounds a price to the market's precision. Returns an error message if it rounds to zero. */
export function gridPrice(typed: Big, szDecimals: number): Rounded | string {
  const value = roundPrice(typed, szDecimals);
  return value.gt(0)
    ? { value, typed }
    : `Prices in this market have at most ${6 - szDecimals} decimals: enter a higher one.`;
}

/** Rounds a size in coins down to the market's decimals. Returns an error message if it rounds to zero. */
export function gridSize(typed: Big, szDecimals: number, coin: string): Rounded | string {
  const value = floorSize(typed, szDecimals);
  return value.gt(0)
    ? { value, typed }
    : `Below the minimum size of ${coin}, ${sizeStep(szDecimals).toFixed()}: enter more.`;
}

/** Error message if the order is below the venue's minimum value, with the size that is enough; otherwise null. */
export function tooSmall(sz: Big, px: Big, szDecimals: number, coin: string): string | null {
  const usd = sz.times(px);
  if (usd.gte(minOrderUsd)) return null;
  const least = minSize(px, szDecimals);
  return `Worth ${usd.toFixed(2, Big.roundDown)} USD, below the venue's minimum of ${minOrderUsd} USD: enter at least ${groupThousands(least.toFixed())} ${coin} (${least.times(px).toFixed(2, Big.roundUp)} USD).`;
}

/** TP/SL errors by field. For a buy, the take profit must be above the price and the stop loss below it. */
export function exitProblems(
  isBuy: boolean,
  px: Big,
  tp: Rounded | null,
  sl: Rounded | null,
): Partial<Record<'tp' | 'sl', string>> {
  const at = groupThousands(px.toFixed());
  const side = isBuy ? 'buy' : 'sell';
  const isBeyond = (price: Big): boolean => (isBuy ? price.gt(px) : price.lt(px));
  const isBefore = (price: Big): boolean => (isBuy ? price.lt(px) : price.gt(px));
  return {
    ...(tp && !isBeyond(tp.value)
      ? { tp: `The take profit of a ${side} must be ${isBuy ? 'above' : 'below'} ${at}.` }
      : {}),
    ...(sl && !isBefore(sl.value)
      ? { sl: `The stop loss of a ${side} must be ${isBuy ? 'below' : 'above'} ${at}.` }
      : {}),
  };
}
