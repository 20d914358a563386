import { clamp } from '../../../../domain/numbers/clamp.ts';

/** The venue's cap of an hourly funding rate. */
const maxRate = 0.04;

/** Hourly rate of an average premium, positive if longs pay: pulled to 0.01 % per 8 hours within ±0.05 %, capped. */
export function hourlyRate(premium: number): number {
  const interest = clamp(0.0001 - premium, -0.0005, 0.0005);
  return clamp((premium + interest) / 8, -maxRate, maxRate);
}

/** The premium of the hour that has begun, and what the hours before it paid. */
export interface FundingState {
  /** Premium × ms since the hour began; absent in older files. */
  premiumMs?: number;
  sampledMs?: number;
  /** Rates of the last 24 full hours, oldest first; absent in older files. */
  hourlyRates?: number[];
}

/** Adds a step to the hour's mean. */
export function samplePremium(state: FundingState, premium: number, elapsedMs: number): void {
  state.premiumMs = (state.premiumMs ?? 0) + premium * elapsedMs;
  state.sampledMs = (state.sampledMs ?? 0) + elapsedMs;
}

/** What the hour would pay if it ended now; `premium` counts where it has just begun. */
export const rateOfHour = ({ premiumMs = 0, sampledMs = 0 }: FundingState, premium: number): number =>
  hourlyRate(sampledMs > 0 ? premiumMs / sampledMs : premium);

/** Ends the hour, and with it as many more as have passed in one step. */
export function endHours(state: FundingState, premium: number, hours: number): void {
  const ended = Array.from({ length: Math.min(24, hours) }, () => rateOfHour(state, premium));
  state.hourlyRates = [...(state.hourlyRates ?? []), ...ended].slice(-24);
  state.premiumMs = 0;
  state.sampledMs = 0;
}
