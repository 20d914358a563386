import type Big from 'big.js';
import { floorQuotient } from './perp-rules.ts';

/** An entry and its stop, which is a market order. Prices in USD; fee rates as fractions of the notional. */
export interface StopRisk {
  readonly entryPx: Big;
  /** Below the entry of a long, above that of a short. */
  readonly stopPx: Big;
  readonly entryFeeRate: Big;
  readonly stopFeeRate: Big;
  /** How much worse than the stop price its fill is assumed to be. */
  readonly stopSlippageBps: number;
}

/** The assumed fill of the stop, USD. */
export function stopFillPx({ entryPx, stopPx, stopSlippageBps }: Omit<StopRisk, 'entryFeeRate' | 'stopFeeRate'>): Big {
  const slippage = stopPx.times(stopSlippageBps).div(10_000);
  return stopPx.lt(entryPx) ? stopPx.minus(slippage) : stopPx.plus(slippage);
}

/** Loss if the stop fires, USD per coin: distance, slippage at the stop, and both fees. */
export function lossPerCoin(risk: StopRisk): Big {
  const { entryPx, entryFeeRate, stopFeeRate } = risk;
  const exitPx = stopFillPx(risk);
  return entryPx.minus(exitPx).abs().plus(entryPx.times(entryFeeRate)).plus(exitPx.times(stopFeeRate));
}

/** What an order's margin is taken from. */
export interface MarginRoom {
  /** USD available, with what the order itself sets free by reducing a position. */
  readonly freeUsd: Big;
  /** Size that only reduces a position; it needs no margin. */
  readonly reducible: Big;
  readonly px: Big;
  readonly leverage: number;
  /** Fraction of the notional, paid from the free margin too; not negative. */
  readonly feeRate: Big;
}

/** Multiplied by the leverage, so that margin + fee is compared without a division. */
const perCoin = ({ px, leverage, feeRate }: MarginRoom): Big => px.plus(px.times(feeRate).times(leverage));

/** Whether the free margin covers initial margin and fee. An order that only reduces always fits. */
export const fitsMargin = (sz: Big, room: MarginRoom): boolean =>
  sz.lte(room.reducible) ||
  sz.times(perCoin(room)).lte(room.freeUsd.times(room.leverage).plus(room.reducible.times(room.px)));

/** The largest size that fits, in coins. */
export function maxSizeByMargin(room: MarginRoom, szDecimals: number): Big {
  const budget = room.freeUsd.times(room.leverage).plus(room.reducible.times(room.px));
  const size = budget.gt(0) ? floorQuotient(budget, perCoin(room), szDecimals) : budget.times(0);
  return size.gt(room.reducible) ? size : room.reducible;
}

/** Size whose margin and fee take this percentage of the free margin, in coins. */
export const sizeByShare = (pct: Big, room: MarginRoom, szDecimals: number): Big =>
  floorQuotient(room.freeUsd.times(pct).times(room.leverage), perCoin(room).times(100), szDecimals);

/** What limits a size. */
export type SizeBound = 'risk' | 'margin' | 'cap';

export interface RiskSizing {
  /** In coins, rounded down to the market's decimals; 0 if not even the smallest step is within the limits. */
  readonly sz: Big;
  readonly bound: SizeBound;
}

interface RiskLimits {
  readonly riskUsd: Big;
  readonly stop: StopRisk;
  readonly szDecimals: number;
  /** null if unknown: margin then sets no limit. */
  readonly margin: MarginRoom | null;
  /** The most that one order may be worth; null for no limit. */
  readonly cap: { readonly usd: Big; readonly px: Big } | null;
}

/** The largest size whose loss at the stop is within the risk, and which margin and the user's cap allow. */
export function sizeByRisk({ riskUsd, stop, szDecimals, margin, cap }: RiskLimits): RiskSizing {
  const limits: RiskSizing[] = [
    { bound: 'risk', sz: floorQuotient(riskUsd, lossPerCoin(stop), szDecimals) },
    ...(margin ? [{ bound: 'margin' as const, sz: maxSizeByMargin(margin, szDecimals) }] : []),
    ...(cap ? [{ bound: 'cap' as const, sz: floorQuotient(cap.usd, cap.px, szDecimals) }] : []),
  ];
  return limits.reduce((least, one) => (one.sz.lt(least.sz) ? one : least));
}
