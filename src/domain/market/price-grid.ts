import Big from 'big.js';
import { priceTick } from './perp-rules.ts';

/** The rows of a price ladder: multiples of `group` ticks, so that the venue accepts every one of them as a price. */
export interface PriceGrid {
  readonly szDecimals: number;
  /** Ticks from one row to the next; one of `groups`. */
  readonly group: number;
}

/** Each divides a power of ten, so that rows stay whole multiples where the tick changes. */
export const groups: readonly number[] = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000];

/** A row is at most this share of the price away from the next. */
const leastRows = 20;

/** The groups that make sense at a price. */
export const groupsAt = (price: Big, szDecimals: number): readonly number[] => {
  const fitting = groups.filter((group) => priceTick(price, szDecimals).times(group).times(leastRows).lte(price));
  return fitting.length > 0 ? fitting : [1];
};

/** The distance to the row above. */
export const rowStep = (price: Big, { szDecimals, group }: PriceGrid): Big => priceTick(price, szDecimals).times(group);

/** The highest row at or below a price; below the lowest row: that one. */
export function rowAtOrBelow(price: Big, grid: PriceGrid): Big {
  const step = rowStep(price, grid);
  const rows = price.div(step).round(0, Big.roundDown);
  return rows.eq(0) ? step : rows.times(step);
}

/** The lowest row at or above a price. */
export function rowAtOrAbove(price: Big, grid: PriceGrid): Big {
  const row = rowAtOrBelow(price, grid);
  return row.gte(price) ? row : rowAbove(row, grid);
}

export const rowAbove = (row: Big, grid: PriceGrid): Big => row.plus(rowStep(row, grid));

/** null below the lowest row. */
export function rowBelow(row: Big, grid: PriceGrid): Big | null {
  // From a power of ten downwards, the tick is that of the lower decade.
  const isPowerOfTen = row.c.length === 1 && row.c[0] === 1;
  const below = row.minus(priceTick({ e: isPowerOfTen ? row.e - 1 : row.e }, grid.szDecimals).times(grid.group));
  return below.gt(0) ? below : null;
}

/** The row `count` rows above, or below for a negative count; at most the lowest row. */
export function movedRow(row: Big, count: number, grid: PriceGrid): Big {
  let at = row;
  for (let left = count; left > 0; left--) at = rowAbove(at, grid);
  for (let left = count; left < 0; left++) {
    const below = rowBelow(at, grid);
    if (!below) break;
    at = below;
  }
  return at;
}

/** `count` rows from `top` down; fewer at the lowest row. */
export function rowsFrom(top: Big, count: number, grid: PriceGrid): Big[] {
  const rows: Big[] = [];
  for (let row: Big | null = top; row && rows.length < count; row = rowBelow(row, grid)) rows.push(row);
  return rows;
}
