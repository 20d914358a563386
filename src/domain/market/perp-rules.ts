import Big from 'big.js';
import { clamp } from '../numbers/clamp.ts';

// The perp venue's (Hyperliquid's) order rules: the venue refuses an order that breaks one.

/** Minimum order value, USD. */
export const minOrderUsd = 10;

/**
 * Rounds a price to the nearest one that the venue accepts: at most 5 significant figures and at most 6 − szDecimals
 * decimals. Whole numbers are always valid, so a price is never rounded to more than 1.
 */
export function roundPrice(price: Big, szDecimals: number): Big {
  const decimalsOfFiveFigures = 4 - price.e;
  return price.round(clamp(decimalsOfFiveFigures, 0, 6 - szDecimals), Big.roundHalfUp);
}

/** Whether the venue accepts the price as it is. */
export const validPrice = (price: Big, szDecimals: number): boolean =>
  price.gt(0) && roundPrice(price, szDecimals).eq(price);

/** Truncates a size to the venue's decimals, so that it is never larger than requested. */
export const floorSize = (size: Big, szDecimals: number): Big => size.round(szDecimals, Big.roundDown);

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
