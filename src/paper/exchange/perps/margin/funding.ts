import type { Venue } from '../market/venue.ts';
import type { MarginAccount } from './margin-account.ts';

const hourMs = 3_600_000;

/** A step of the market clock and the wall clock, in ms. */
export interface ClockStep {
  readonly fromMs: number;
  readonly toMs: number;
  readonly fromWallMs: number;
  readonly toWallMs: number;
}

/** The wall times of the full market hours in a step, one per hour, even if it passes many. */
export function dueHours({ fromMs, toMs, fromWallMs, toWallMs }: ClockStep): number[] {
  const first = Math.floor(fromMs / hourMs) + 1;
  const count = Math.max(0, Math.floor(toMs / hourMs) - first + 1);
  return Array.from({ length: count }, (_, index) => {
    const share = ((first + index) * hourMs - fromMs) / (toMs - fromMs);
    return Math.round(fromWallMs + share * (toWallMs - fromWallMs));
  });
}

/** Pays one hour of funding on every open position, at the current oracle price and the rate of the hour that ended. */
export function payFunding(venue: Venue, account: MarginAccount, timeMs: number): void {
  for (const position of [...account.positions.values()]) {
    const market = venue.markets.get(position.coin);
    account.applyFunding(position, market.oraclePx, market.paidRate(), timeMs);
  }
}
