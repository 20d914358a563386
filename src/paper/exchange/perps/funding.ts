import type { MarginAccount } from './margin-account.ts';
import type { Venue } from './venue.ts';

const hourMs = 3_600_000;

/** A step of the market's clock and the wall's, both in ms. */
export interface ClockStep {
  readonly fromMs: number;
  readonly toMs: number;
  readonly fromWallMs: number;
  readonly toWallMs: number;
}

/** The wall times of the full market hours that a step passes: one for each, also when it passes many. */
export function dueHours({ fromMs, toMs, fromWallMs, toWallMs }: ClockStep): number[] {
  const first = Math.floor(fromMs / hourMs) + 1;
  const count = Math.max(0, Math.floor(toMs / hourMs) - first + 1);
  return Array.from({ length: count }, (_, index) => {
    const share = ((first + index) * hourMs - fromMs) / (toMs - fromMs);
    return Math.round(fromWallMs + share * (toWallMs - fromWallMs));
  });
}

/** One hour's funding on every open position, by the oracle price and the rate as they are now. */
export function payFunding(venue: Venue, account: MarginAccount, timeMs: number): void {
  for (const position of [...account.positions.values()]) {
    const market = venue.markets.get(position.coin);
    account.applyFunding(position, market.oraclePx, market.fundingRate, timeMs);
  }
}
