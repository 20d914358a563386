import Big from 'big.js';

// The perp venue's (Hyperliquid's) rules: an order that breaks one is refused there.

/** Smallest order by value, in USD. */
export const minOrderUsd = 10;

/**
 * A price as the venue takes it, rounded to the nearest: at most 5 significant figures and at most 6 − szDecimals
 * decimals; a whole number always passes, so a price is never rounded coarser than to 1.
 */
export function roundPrice(price: Big, szDecimals: number): Big {
  const decimalsOfFiveFigures = 4 - price.e;
  return price.round(Math.max(0, Math.min(6 - szDecimals, decimalsOfFiveFigures)), Big.roundHalfUp);
}

/** Whether the venue takes the price as it is. */
export const validPrice = (price: Big, szDecimals: number): boolean =>
  price.gt(0) && roundPrice(price, szDecimals).eq(price);

/** A size cut to the venue's decimals, towards zero: never more than was asked for. */
export const floorSize = (size: Big, szDecimals: number): Big => size.round(szDecimals, Big.roundDown);

/** Share of the notional that must remain as margin: half the initial margin at the market's highest leverage. */
export const maintenanceRate = (maxLeverage: number): Big => new Big(1).div(new Big(maxLeverage).times(2));

export interface LiquidationInput {
  /** Signed size: negative is short. */
  readonly szi: Big;
  readonly entryPx: Big;
  /** USD set aside for the position, without its unrealised result. */
  readonly margin: Big;
  readonly maxLeverage: number;
}

/**
 * The mark at which an isolated position's margin falls to the maintenance margin: the px that solves
 * margin + szi·(px − entry) = |szi|·px / (2·maxLeverage). Null when no price above zero does, so it can't be liquidated.
 */
export function liquidationPx({ szi, entryPx, margin, maxLeverage }: LiquidationInput): Big | null {
  if (szi.eq(0)) return null;
  // Multiplied through by 2·maxLeverage: one division at the end, so nothing is rounded on the way.
  const twice = new Big(maxLeverage).times(2);
  const px = szi.times(entryPx).minus(margin).times(twice).div(szi.times(twice).minus(szi.abs()));
  return px.gt(0) ? px : null;
}
