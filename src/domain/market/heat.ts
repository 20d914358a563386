import Big from 'big.js';
import type { Exit } from './exits.ts';

/** A position, or what an order would open, as the heat counts it. Prices in USD; sizes are unsigned, in coins. */
export interface Exposure {
  readonly coin: string;
  readonly side: 'long' | 'short';
  readonly size: Big;
  /** Where the loss counts from: the mark, or the price that an order would fill at; null if unknown. */
  readonly px: Big | null;
  /** Exits of any kind: only stops count. */
  readonly exits: readonly Exit[];
  readonly isIsolated: boolean;
  readonly liquidationPx: Big | null;
  /** Margin of the whole size, USD; null if unknown. */
  readonly marginUsd: Big | null;
}

/** How the part without a stop is counted: to the liquidation price, by its margin, or by its value. */
export type Uncovered = 'liquidation' | 'margin' | 'value';

/** One exposure's share of the heat. Losses are in USD and never negative. */
export interface HeatLine {
  readonly coin: string;
  readonly side: 'long' | 'short';
  /** All of it; null if the price is unknown. */
  readonly usd: Big | null;
  /** Those that would close a part of it, in the order in which they would fire. */
  readonly stops: readonly { readonly price: Big; readonly size: Big; readonly usd: Big }[];
  /** The part that no stop covers; null if there is none. */
  readonly rest: { readonly size: Big; readonly usd: Big; readonly by: Uncovered } | null;
}

export interface Heat {
  /** USD; null if a part of it is unknown. */
  readonly usd: Big | null;
  readonly lines: readonly HeatLine[];
  /** Cross parts without a stop are worth more than the perp account: together they count as its value. */
  readonly isCapped: boolean;
}

const zero = new Big(0);
const notNegative = (usd: Big): Big => (usd.lt(0) ? zero : usd);
const smaller = (a: Big, b: Big): Big => (a.lt(b) ? a : b);

/** The rule for what has no stop, as the screen shows it. */
export const uncoveredRule = 'no stop: isolated down to its liquidation, cross at its value, at most the perp account';

/**
 * What the account would lose at its stops. A stop counts for its size at its trigger price, in the order in which the stops
 * would fire; one beyond the price counts 0, and one beyond the liquidation price of an isolated position never fires. What no
 * stop covers counts whole: an isolated position down to its liquidation price (or its margin, if that price is unknown), a
 * cross position at its value, because all of the perp account stands behind it: together at most `accountUsd`.
 */
export function heatOf(exposures: readonly Exposure[], accountUsd: Big | null): Heat {
  const atMost = accountUsd && notNegative(accountUsd);
  const lines = exposures.map((exposure) => lineOf(exposure, atMost));
  const isCross = ({ rest }: HeatLine, index: number): boolean => rest !== null && !exposures[index]?.isIsolated;
  const sum = (values: readonly Big[]): Big => values.reduce((all, usd) => all.plus(usd), zero);
  const shared = sum(lines.flatMap((line, index) => (isCross(line, index) && line.rest ? [line.rest.usd] : [])));
  const isCapped = atMost !== null && shared.gt(atMost);
  const isKnown = lines.every(({ usd }) => usd !== null) && (atMost !== null || shared.eq(0));
  const whole = sum(lines.map(({ usd }) => usd ?? zero));
  return { usd: isKnown ? (isCapped ? whole.minus(shared).plus(atMost) : whole) : null, lines, isCapped };
}

function lineOf(exposure: Exposure, accountUsd: Big | null): HeatLine {
  const { coin, side, size, px } = exposure;
  if (!px) return { coin, side, usd: null, stops: [], rest: null };
  const stops: HeatLine['stops'][number][] = [];
  let left = size;
  for (const { price, ...stop } of firing(exposure)) {
    const closes = stop.isWholePosition ? left : smaller(stop.size ?? zero, left);
    if (closes.lte(0)) continue;
    stops.push({ price, size: closes, usd: closes.times(lossTo(price, px, side)) });
    left = left.minus(closes);
  }
  const rest = left.gt(0) ? restOf(exposure, px, left, accountUsd) : null;
  const usd = stops.reduce((sum, stop) => sum.plus(stop.usd), rest?.usd ?? zero);
  return { coin, side, usd, stops, rest };
}

/** The stops that can fire, first the one that the price reaches first. */
function firing({ exits, side, isIsolated, liquidationPx }: Exposure): (Exit & { readonly price: Big })[] {
  const isLong = side === 'long';
  const stops = exits.flatMap((exit) => (exit.exit === 'stop' && exit.price ? [{ ...exit, price: exit.price }] : []));
  const isReached = ({ price }: { readonly price: Big }): boolean =>
    !isIsolated || !liquidationPx || (isLong ? price.gte(liquidationPx) : price.lte(liquidationPx));
  return stops.filter(isReached).toSorted((a, b) => (isLong ? b.price.cmp(a.price) : a.price.cmp(b.price)));
}

function restOf({ size: whole, side, isIsolated, ...exposure }: Exposure, px: Big, size: Big, accountUsd: Big | null) {
  const { liquidationPx, marginUsd } = exposure;
  const value = size.times(px);
  if (!isIsolated) return { size, usd: accountUsd ? smaller(value, accountUsd) : value, by: 'value' as const };
  if (liquidationPx) return { size, usd: size.times(lossTo(liquidationPx, px, side)), by: 'liquidation' as const };
  if (marginUsd) return { size, usd: notNegative(marginUsd.times(size).div(whole)), by: 'margin' as const };
  return { size, usd: value, by: 'value' as const };
}

/** Loss of one coin from `px` to `price`, USD. */
const lossTo = (price: Big, px: Big, side: 'long' | 'short'): Big =>
  notNegative(side === 'long' ? px.minus(price) : price.minus(px));
