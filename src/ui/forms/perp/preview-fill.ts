import Big from 'big.js';
import { liquidationPx } from '../../../domain/perp-rules.ts';

/** A position as far as an order on its coin is concerned; `szi` 0 where there is none. */
export interface FillStart {
  /** Signed: negative is short. */
  readonly szi: Big;
  readonly entryPx: Big | null;
  /** USD set aside for it, without its unrealised result; null where it is not known. */
  readonly margin: Big | null;
}

export interface FillInput extends FillStart {
  readonly isBuy: boolean;
  readonly sz: Big;
  readonly px: Big;
  readonly reduceOnly: boolean;
  /** null where it is not known: then neither margin nor liquidation is. */
  readonly leverage: number | null;
  readonly maxLeverage: number;
  /**
   * On cross margin: what stands behind the position at the price of the fill, with its own result and without what the
   * other positions must keep, USD; null where it is not known. On isolated margin: undefined.
   */
  readonly crossMargin?: Big | null;
}

export interface FillPreview {
  /** Signed size afterwards. */
  readonly szi: Big;
  /** Size of the order that opens or grows a position; the rest of it reduces one. */
  readonly opened: Big;
  readonly entryPx: Big | null;
  /** USD that it takes from what is free; null where the leverage is not known. */
  readonly marginUsd: Big | null;
  /** Null where none is known, or no price above zero liquidates. */
  readonly liquidationPx: Big | null;
}

const zero = new Big(0);

/** What a position would be once an order is filled whole at one price. */
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

/** Growing averages the entry, reducing keeps it, and what goes through zero begins anew at the fill. */
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
