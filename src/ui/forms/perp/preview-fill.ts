import Big from 'big.js';
import { liquidationPx } from '../../../domain/market/perp-rules.ts';

/** The position before the fill; `szi` is 0 if there is none. */
export interface FillStart {
  /** Signed: negative is short. */
  readonly szi: Big;
  readonly entryPx: Big | null;
  /** Margin in USD without unrealised PnL; null if unknown. */
  readonly margin: Big | null;
}

export interface FillInput extends FillStart {
  readonly isBuy: boolean;
  readonly sz: Big;
  readonly px: Big;
  readonly reduceOnly: boolean;
  /** null if unknown; margin and liquidation are then unknown too. */
  readonly leverage: number | null;
  readonly maxLeverage: number;
  /**
   * Cross margin in USD backing the position at the fill price, including its PnL and excluding the maintenance margin of
   * other positions; null if unknown. Undefined for isolated margin.
   */
  readonly crossMargin?: Big | null;
}

export interface FillPreview {
  /** Signed size afterwards. */
  readonly szi: Big;
  /** Part of the order size that opens or increases a position; the rest reduces one. */
  readonly opened: Big;
  readonly entryPx: Big | null;
  /** USD taken from free margin; null if the leverage is unknown. */
  readonly marginUsd: Big | null;
  /** null if unknown, or if no price above zero liquidates. */
  readonly liquidationPx: Big | null;
}

const zero = new Big(0);

/** The position after an order is filled completely at one price. */
export function previewFill(input: FillInput): FillPreview {
  const { szi, isBuy, px, leverage } = input;
  const isAgainst = szi.gt(0) ? !isBuy : szi.lt(0) && isBuy;
  const reducible = isAgainst ? szi.abs() : zero;
  const sz = input.reduceOnly && input.sz.gt(reducible) ? reducible : input.sz;
  const opened = sz.gt(reducible) ? sz.minus(reducible) : zero;
  const after = szi.plus(isBuy ? sz : sz.times(-1));
  const marginUsd = leverage === null ? null : opened.times(px).div(leverage);
  const start = { ...input, isAgainst, opened, after };
  const entryPx = entryAfter(start);
  const margin = input.crossMargin === undefined ? marginAfter(start, marginUsd) : input.crossMargin;
  const from = input.crossMargin === undefined ? entryPx : px;
  return {
    szi: after,
    opened,
    entryPx,
    marginUsd,
    liquidationPx:
      margin && from && !after.eq(0)
        ? liquidationPx({ szi: after, entryPx: from, margin, maxLeverage: input.maxLeverage })
        : null,
  };
}

interface Filled extends FillInput {
  readonly isAgainst: boolean;
  readonly opened: Big;
  readonly after: Big;
}

/** Increasing averages the entry, reducing keeps it, and flipping the side resets it to the fill price. */
function entryAfter({ szi, entryPx, px, isAgainst, opened, after }: Filled): Big | null {
  if (after.eq(0)) return null;
  if (isAgainst) return opened.gt(0) ? px : entryPx;
  if (szi.eq(0)) return px;
  return entryPx && szi.abs().times(entryPx).plus(opened.times(px)).div(after.abs());
}

function marginAfter({ szi, margin, isAgainst, opened, after }: Filled, added: Big | null): Big | null {
  if (szi.eq(0) || (isAgainst && opened.gt(0))) return added;
  if (isAgainst) return margin?.times(after.abs()).div(szi.abs()) ?? null;
  return margin && added && margin.plus(added);
}
