import type Big from 'big.js';
import type { Timeframe } from '../../domain/market/timeframe.ts';
import { readDecimal } from '../../domain/numbers/decimal.ts';
import { readable } from '../../protocol/schema.ts';
import type { DeskData } from '../desk-data.ts';

/** Profit and loss of a period, in USD. null: a number that is missing or unreadable. */
export interface PnlView {
  readonly totalUsd: Big | null;
  readonly realisedUsd: Big | null;
  readonly unrealisedUsd: Big | null;
  readonly boughtUsd: Big | null;
  readonly soldUsd: Big | null;
  readonly positionCount: number;
  /** Value over the period, oldest first. */
  readonly points: readonly { readonly atMs: number; readonly valueUsd: Big }[];
}

/** Profit and loss of a period as the service reports it; null before the first response. */
export function pnlView(data: DeskData, timeframe: Timeframe): PnlView | null {
  const pnl = data.pnl(timeframe).data;
  if (!pnl) return null;
  return {
    totalUsd: readDecimal(pnl.totalPnlUsd),
    realisedUsd: readDecimal(pnl.totalRealizedPnlUsd),
    unrealisedUsd: readDecimal(pnl.totalUnrealizedPnlUsd),
    boughtUsd: readDecimal(pnl.totalBoughtUsd),
    soldUsd: readDecimal(pnl.totalSoldUsd),
    positionCount: pnl.positionCount,
    points: readable(pnl.portfolioHistory).flatMap(({ timestamp: atMs, valueUsd: text }) => {
      const valueUsd = readDecimal(text);
      return valueUsd ? [{ atMs, valueUsd }] : [];
    }),
  };
}
