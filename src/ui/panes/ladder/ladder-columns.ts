import { clamp } from '../../../domain/numbers/clamp.ts';

/** Widths of the columns; 0 for those that do not fit. Gaps are before each column except the first. */
export interface LadderColumns {
  readonly bar: number;
  readonly size: number;
  readonly price: number;
  /** Own orders, entry, exits, liquidation. */
  readonly notes: number;
  readonly fills: number;
  readonly spot: number;
}

/** Width of the cursor, before the bids. */
export const cursorWidth = 2;
/** Width of the gap on either side of the price. */
export const priceGap = 2;

const [leastNotes, usualNotes] = [6, 16];
const [leastBar, mostBar] = [3, 18];

/** The columns that fit: sizes first, then own orders, depth bars, own fills, the spot tape. */
export function ladderColumns(
  width: number,
  { price, size, fills, spot }: { readonly [Name in 'price' | 'size' | 'fills' | 'spot']: number },
): LadderColumns {
  let left = width - cursorWidth - price - 2 * (size + priceGap);
  const notes = left - 1 < leastNotes ? 0 : Math.min(usualNotes, left - 1);
  if (notes > 0) left -= notes + 1;
  const taken = (cells: number): number => {
    if (cells === 0 || left - cells - 2 < 2 * (leastBar + 1)) return 0;
    left -= cells + 2;
    return cells;
  };
  const [fillsTaken, spotTaken] = [taken(fills), taken(spot)];
  const bar = clamp((left >> 1) - 1, 0, mostBar);
  return { bar: bar < leastBar ? 0 : bar, size, price, notes, fills: fillsTaken, spot: spotTaken };
}
