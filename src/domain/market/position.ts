import Big from 'big.js';
import { DecimalError, readDecimal } from '../numbers/decimal.ts';
import { baseFeeRates } from './fee-rates.ts';
import { floorSize, liquidationPx } from './perp-rules.ts';

type WireText = string | null | undefined;

/** A position as the service sends it; only `coin` and `szi` are guaranteed. */
export interface WirePosition {
  readonly coin: string;
  /** Signed: negative is short. */
  readonly szi: string;
  readonly entryPx?: WireText;
  readonly liquidationPx?: WireText;
  readonly marginUsed?: WireText;
  readonly leverageType?: WireText;
  readonly leverageValue?: WireText;
  readonly positionValue?: WireText;
  /** A fraction: 0.032 is 3.2 %. */
  readonly returnOnEquity?: WireText;
  readonly unrealizedPnl?: WireText;
}

/** A perp position in numbers. Null: neither received nor derivable from what was received. */
export interface Position {
  readonly coin: string;
  readonly side: 'long' | 'short';
  readonly szi: Big;
  readonly entryPx: Big | null;
  readonly markPx: Big | null;
  readonly liquidationPx: Big | null;
  /** How far the mark may move against the position, in percent of the mark. */
  readonly liquidationDistancePct: Big | null;
  /** At `markPx`: size × (mark − entry). The service's own figure only if the mark or the entry is unknown. */
  readonly unrealizedPnl: Big | null;
  /** The service's own figure, at the mark of its response: of the same moment as `marginUsed`. */
  readonly reportedPnl: Big | null;
  readonly roePct: Big | null;
  readonly marginUsed: Big | null;
  readonly leverage: Big | null;
  readonly leverageType: string | null;
  readonly notionalUsd: Big | null;
}

/**
 * Parses a position; `markPx` and `maxLeverage` are the market's. PnL, ROE and notional are those at that mark, so that
 * every figure of a frame agrees with the mark beside it. Missing fields are derived from the others where possible.
 * Throws DecimalError if `szi` is unreadable.
 */
export function toPosition(wire: WirePosition, markPx: Big | null, maxLeverage: number | null): Position {
  const szi = readDecimal(wire.szi);
  if (!szi) throw new DecimalError('the size of the position is unreadable');
  const value = readDecimal(wire.positionValue);
  const reportedPnl = readDecimal(wire.unrealizedPnl);
  const mark = markPx ?? ratio(value, szi.abs());
  const entry = readDecimal(wire.entryPx) ?? entryFrom(szi, value, reportedPnl);
  const unrealizedPnl = mark && entry ? szi.times(mark.minus(entry)) : reportedPnl;
  const leverage = readDecimal(wire.leverageValue);
  const marginUsed = readDecimal(wire.marginUsed);
  const roe = roeFrom(szi, entry, unrealizedPnl, leverage) ?? readDecimal(wire.returnOnEquity);
  const known = { szi, entryPx: entry, unrealizedPnl, reportedPnl, marginUsed };
  const isIsolated = wire.leverageType === 'isolated';
  const liquidation = readDecimal(wire.liquidationPx) ?? (isIsolated ? derivedLiquidation(known, maxLeverage) : null);
  return {
    ...known,
    coin: wire.coin,
    side: sideOf(szi),
    markPx: mark,
    liquidationPx: liquidation,
    liquidationDistancePct: liquidationDistancePct(szi, mark, liquidation),
    roePct: roe?.times(100) ?? null,
    leverage,
    leverageType: wire.leverageType ?? null,
    notionalUsd: mark ? szi.abs().times(mark) : value,
  };
}

const sideOf = (szi: Big): 'long' | 'short' => (szi.lt(0) ? 'short' : 'long');

const ratio = (part: Big | null, whole: Big | null): Big | null =>
  part && whole && !whole.eq(0) ? part.div(whole) : null;

/** Value and PnL come in one response, so the entry follows from them even if the mark has moved since. */
function entryFrom(szi: Big, value: Big | null, pnl: Big | null): Big | null {
  if (!value || !pnl) return null;
  return ratio(szi.lt(0) ? value.times(-1).minus(pnl) : value.minus(pnl), szi);
}

/** The venue's return on equity: PnL over the entry margin at the set leverage. */
const roeFrom = (szi: Big, entry: Big | null, pnl: Big | null, leverage: Big | null): Big | null =>
  entry && pnl && leverage ? ratio(pnl.times(leverage), szi.abs().times(entry)) : null;

/**
 * The liquidation price of an isolated position if none was sent, with the least margin that it can have: the closer one.
 */
function derivedLiquidation(
  position: Pick<Position, 'szi' | 'entryPx' | 'unrealizedPnl' | 'reportedPnl' | 'marginUsed'>,
  maxLeverage: number | null,
): Big | null {
  const { szi, entryPx } = position;
  const margin = leastMargin(position);
  if (!entryPx || !margin || !maxLeverage) return null;
  return liquidationPx({ szi, entryPx, margin, maxLeverage });
}

type Margin = Pick<Position, 'marginUsed' | 'reportedPnl' | 'unrealizedPnl'>;

/**
 * The least that the margin without unrealised PnL can be: it is not documented whether `marginUsed` includes a profit.
 * Null if unknown.
 */
export function leastMargin({ marginUsed, reportedPnl, unrealizedPnl }: Margin): Big | null {
  const pnl = reportedPnl ?? unrealizedPnl;
  if (!marginUsed || !pnl) return null;
  return pnl.gt(0) ? marginUsed.minus(pnl) : marginUsed;
}

function liquidationDistancePct(szi: Big, mark: Big | null, liquidation: Big | null): Big | null {
  if (!mark || !liquidation) return null;
  return ratio((szi.lt(0) ? liquidation.minus(mark) : mark.minus(liquidation)).times(100), mark);
}

/** A close as it would come out at the mark; sizes in coins, the rest in USD. Null where the position lacks a figure for it. */
export interface ClosePreview {
  /** Unsigned, rounded down to the market's decimals; 0 if the share is smaller than that. */
  readonly closeSize: Big;
  readonly keepSize: Big;
  readonly notionalUsd: Big | null;
  /** At the mark, before fees. */
  readonly realisedUsd: Big | null;
  readonly feeUsd: Big | null;
  readonly remainingMargin: Big | null;
}

/** Result of closing `percentage` (a whole number, 1 to 100; otherwise RangeError) of a position at the mark. */
export function previewClose(
  position: Position,
  percentage: number,
  szDecimals: number,
  takerRate: Big = baseFeeRates.taker,
): ClosePreview {
  if (!Number.isInteger(percentage) || percentage < 1 || percentage > 100)
    throw new RangeError(`${percentage} is not a whole percentage from 1 to 100`);
  const { szi, entryPx, markPx, unrealizedPnl, marginUsed } = position;
  const size = szi.abs();
  const closeSize = percentage === 100 ? size : floorSize(size.times(percentage).div(100), szDecimals);
  const keepSize = size.minus(closeSize);
  const shareOf = (whole: Big | null, part: Big): Big | null => whole && ratio(whole.times(part), size);
  const notionalUsd = markPx && closeSize.times(markPx);
  const moved = markPx && entryPx && (szi.lt(0) ? entryPx.minus(markPx) : markPx.minus(entryPx));
  return {
    closeSize,
    keepSize,
    notionalUsd,
    realisedUsd: moved ? closeSize.times(moved) : shareOf(unrealizedPnl, closeSize),
    feeUsd: notionalUsd?.times(takerRate) ?? null,
    remainingMargin: shareOf(marginUsed, keepSize),
  };
}

/** An isolated position after its margin was changed. */
export interface MarginPreview {
  /** USD, after the change. */
  readonly margin: Big;
  /** Null if no positive price would liquidate the position. */
  readonly liquidationPx: Big | null;
  /** From the mark to the liquidation, in per cent of the mark. */
  readonly distancePct: Big | null;
  /** Notional over margin after the change. */
  readonly leverage: Big;
}

/**
 * An isolated position after its margin changed by `deltaUsd` (negative removes), or a sentence that says why it
 * cannot.
 */
export function previewMargin(position: Position, deltaUsd: Big, maxLeverage: number): MarginPreview | string {
  const { coin, szi, markPx, marginUsed, notionalUsd } = position;
  if (position.leverageType === 'cross')
    return `${coin} uses cross margin: only an isolated position's margin can be changed.`;
  if (deltaUsd.eq(0)) return 'Enter the margin to add or remove.';
  if (!marginUsed || !notionalUsd || !markPx)
    return `The margin or the price of ${coin} is unknown yet. Refresh and try again.`;
  const margin = marginUsed.plus(deltaUsd);
  if (margin.lte(0)) return `The position has only ${marginUsed.toFixed(2)} USD of margin.`;
  const leverage = notionalUsd.div(margin);
  if (deltaUsd.lt(0) && leverage.gt(maxLeverage))
    return `That would leave ${leverage.toFixed(1)}× leverage; ${coin} allows ${maxLeverage}×.`;
  const liquidation = movedLiquidation(position, deltaUsd, maxLeverage);
  const distancePct = liquidationDistancePct(szi, markPx, liquidation);
  if (distancePct?.lte(0)) return `That would put the liquidation price past the mark and close ${coin} at once.`;
  return { margin, liquidationPx: liquidation, distancePct, leverage };
}

/**
 * Moves the venue's own liquidation price by the effect of the margin change, so that it stays right however the venue
 * counts `marginUsed`.
 */
function movedLiquidation(position: Position, deltaUsd: Big, maxLeverage: number): Big | null {
  const { szi, liquidationPx: current, marginUsed } = position;
  if (!current) return derivedLiquidation({ ...position, marginUsed: marginUsed?.plus(deltaUsd) ?? null }, maxLeverage);
  // With the current price as the entry, the margin that liquidates there is the maintenance margin.
  const margin = szi.abs().times(current).div(new Big(maxLeverage).times(2)).plus(deltaUsd);
  return liquidationPx({ szi, entryPx: current, margin, maxLeverage });
}
