import Big, { type RoundingMode } from 'big.js';
import { clamp } from '../numbers/clamp.ts';

// The perp venue's (Hyperliquid's) order rules: the venue refuses an order that breaks one.

/** Minimum order value, USD. */
export const minOrderUsd = 10;

/** Decimals of a valid price near this one: at most 5 significant figures and at most 6 − szDecimals decimals. */
const priceDecimals = (price: Big, szDecimals: number): number => clamp(4 - price.e, 0, 6 - szDecimals);

/**
 * Rounds a price to one that the venue accepts, the nearest by default. Whole numbers are always valid, so a price is never
 * rounded to more than 1.
 */
export const roundPrice = (price: Big, szDecimals: number, mode: RoundingMode = Big.roundHalfUp): Big =>
  price.round(priceDecimals(price, szDecimals), mode);

/** The smallest step between valid prices near this one, USD. */
export const tickSize = (price: Big, szDecimals: number): Big => new Big(10).pow(-priceDecimals(price, szDecimals));

/** The venue's smallest price increment at a price. It is ten times as large from the next power of ten on. */
export const priceTick = ({ e }: Pick<Big, 'e'>, szDecimals: number): Big =>
  new Big(10).pow(-clamp(4 - e, 0, 6 - szDecimals));

/** Whether the venue accepts the price as it is. */
export const validPrice = (price: Big, szDecimals: number): boolean =>
  price.gt(0) && roundPrice(price, szDecimals).eq(price);

/** Truncates a size to the venue's decimals, so that it is never larger than requested. */
export const floorSize = (size: Big, szDecimals: number): Big => size.round(szDecimals, Big.roundDown);

/** The largest size with the venue's decimals that is at most `dividend` ÷ `divisor`, exactly. Both are above zero. */
export function floorQuotient(dividend: Big, divisor: Big, szDecimals: number): Big {
  const size = floorSize(dividend.div(divisor), szDecimals);
  // big.js rounds the quotient at 20 decimals, which may carry it onto the next step.
  return size.times(divisor).gt(dividend) ? size.minus(sizeStep(szDecimals)) : size;
}

/** The smallest step between sizes, in coins. */
export const sizeStep = (szDecimals: number): Big => new Big(10).pow(-szDecimals);

/** The smallest size that meets the venue's minimum order value at this price. */
export const minSize = (px: Big, szDecimals: number): Big =>
  new Big(minOrderUsd).div(px).round(szDecimals, Big.roundUp);

/** Worst price of a market order: the price moved against it by `slippageBps`, rounded to a valid price. */
export function worstPrice(px: Big, isBuy: boolean, slippageBps: number, szDecimals: number): Big {
  const share = new Big(slippageBps).div(10_000).times(isBuy ? 1 : -1);
  return roundPrice(px.times(new Big(1).plus(share)), szDecimals);
}

/** Maintenance margin as a share of the notional: half the initial margin at the market's highest leverage. */
export const maintenanceRate = (maxLeverage: number): Big => new Big(1).div(new Big(maxLeverage).times(2));

/** An isolated position; prices and margin in USD. */
export interface LiquidationInput {
  /** Signed size: negative is short. */
  readonly szi: Big;
  readonly entryPx: Big;
  /** USD margin of the position, without unrealised PnL. */
  readonly margin: Big;
  /** The market's highest, whole times; the maintenance margin is half the initial one at it. */
  readonly maxLeverage: number;
}

/**
 * The mark at which an isolated position's margin falls to the maintenance margin: the px that solves margin + szi·(px
 * − entry) = |szi|·px / (2·maxLeverage). Null if no positive price does, so the position cannot be liquidated.
 */
export function liquidationPx({ szi, entryPx, margin, maxLeverage }: LiquidationInput): Big | null {
  if (szi.eq(0)) return null;
  // Multiplied by 2·maxLeverage, so that there is one division at the end and no rounding before it.
  const twice = new Big(maxLeverage).times(2);
  const px = szi.times(entryPx).minus(margin).times(twice).div(szi.times(twice).minus(szi.abs()));
  return px.gt(0) ? px : null;
}
