import Big from 'big.js';

export type ExitKind = 'takeProfit' | 'stop';

/** A take profit or stop of a position. */
export interface Exit {
  readonly exit: ExitKind;
  /** Trigger price in USD; null if unreadable. */
  readonly price: Big | null;
  /** Unsigned, in coins; null for the whole position, whatever its size is when it fires. */
  readonly size: Big | null;
  readonly isWholePosition: boolean;
}

/** The exits of one kind at one position. */
export interface Cover<E extends Exit = Exit> {
  /** For the whole position first, then the nearest to the mark. */
  readonly exits: readonly E[];
  /** Unsigned size that they close together, at most the position's. */
  readonly covered: Big;
  /** They close all of the position. */
  readonly isWhole: boolean;
}

const zero = new Big(0);

/** Whether an order on this side reduces a position of this signed size. */
export const reduces = (isBuy: boolean, szi: Big): boolean => (isBuy ? szi.lt(0) : szi.gt(0));

/** What the exits of one kind cover of a position of `szi`. */
export function coverOf<E extends Exit>(
  all: readonly E[],
  kind: ExitKind,
  { szi, markPx }: { readonly szi: Big; readonly markPx: Big | null },
): Cover<E> {
  const away = ({ price }: Exit): Big => (price && markPx ? price.minus(markPx).abs() : zero);
  const exits = all
    .filter(({ exit }) => exit === kind)
    .toSorted((a, b) => Number(b.isWholePosition) - Number(a.isWholePosition) || away(a).cmp(away(b)));
  const size = szi.abs();
  const sum = exits.some(({ isWholePosition }) => isWholePosition)
    ? size
    : exits.reduce((total, exit) => total.plus(exit.size ?? zero), zero);
  const isWhole = exits.length > 0 && sum.gte(size);
  return { exits, covered: isWhole ? size : sum, isWhole };
}

/** The exit of a kind that triggers first; null if there is none with a price. */
export function nearestExit<E extends Exit>(all: readonly E[], kind: ExitKind, markPx: Big): E | null {
  const away = ({ price }: Exit): Big => price?.minus(markPx).abs() ?? zero;
  const known = all.filter(({ exit, price }) => exit === kind && price !== null);
  return known.toSorted((a, b) => away(a).cmp(away(b)))[0] ?? null;
}

/** The price as far from the mark on the other side; null if there is none above zero. */
export function mirrored(price: Big, markPx: Big): Big | null {
  const other = markPx.times(2).minus(price);
  return other.gt(0) ? other : null;
}
