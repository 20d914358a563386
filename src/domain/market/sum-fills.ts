import Big from 'big.js';

/** One fill; null: a number that is missing or unreadable. */
export interface FillNumbers {
  readonly price: Big;
  readonly size: Big;
  /** USD; negative: a rebate. */
  readonly fee: Big | null;
  /** USD, before the fee. */
  readonly closedPnl: Big | null;
}

export interface FillTotals {
  readonly size: Big;
  /** Weighted by size, to at most ten decimals; null without a fill. */
  readonly avgPrice: Big | null;
  /** Null if the fee of one fill is unknown. */
  readonly feeUsd: Big | null;
  readonly realisedPnlUsd: Big | null;
}

const priceDecimals = 10;

/** What the fills of one order add up to. */
export function sumFills(fills: readonly FillNumbers[]): FillTotals {
  const size = sum(fills.map((fill) => fill.size));
  const paid = sum(fills.map((fill) => fill.price.times(fill.size)));
  return {
    size,
    avgPrice: size.gt(0) ? paid.div(size).round(priceDecimals, Big.roundHalfUp) : null,
    feeUsd: sumKnown(fills.map(({ fee }) => fee)),
    realisedPnlUsd: sumKnown(fills.map(({ closedPnl }) => closedPnl)),
  };
}

const sum = (values: readonly Big[]): Big => values.reduce((total, value) => total.plus(value), new Big(0));

function sumKnown(values: readonly (Big | null)[]): Big | null {
  const known = values.filter((value) => value !== null);
  return known.length === values.length ? sum(known) : null;
}
