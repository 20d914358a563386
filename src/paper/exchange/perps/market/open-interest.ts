import type { PerpSpec } from './perp-specs.ts';

const hourMs = 3_600_000;
/** Open interest returns to what is usual over days. */
const returnMemoryMs = 72 * hourMs;
/** Margins follow the price within about this time: a slower move liquidates nobody. */
const marginMemoryMs = hourMs;
/** Log price change that leveraged positions survive, and how much open interest goes for each unit beyond it. */
const survivedMove = 0.02;
const liquidatedPerMove = 2.5;

export interface InterestState {
  /** Coins. */
  openInterest: number;
  /** USD price to which margins are adjusted, and the log move away from it whose positions are gone; absent in older files. */
  anchorUsd?: number;
  stress?: number;
}

/** Coins: a share of the usual volume of a day. */
export const usualInterest = ({ dayVolumeUsd }: PerpSpec, oracleUsd: number): number =>
  (dayVolumeUsd * 0.6) / oracleUsd;

/**
 * Moves open interest by `noise` (a relative change) and back to what is usual, and takes out what a fast move of the
 * oracle liquidates: each price level once, in either direction.
 */
export function moveInterest(
  state: InterestState,
  spec: PerpSpec,
  { oracleUsd, elapsedMs, noise }: { oracleUsd: number; elapsedMs: number; noise: number },
): void {
  const { anchorUsd = oracleUsd, stress = 0 } = state;
  const kept = Math.exp(-elapsedMs / marginMemoryMs);
  const survived = stress * kept;
  const reached = Math.max(survived, Math.abs(Math.log(oracleUsd / anchorUsd)) - survivedMove);
  const back = (usualInterest(spec, oracleUsd) / state.openInterest) ** Math.min(1, elapsedMs / returnMemoryMs);
  state.openInterest *= back * (1 + noise) * Math.exp(-liquidatedPerMove * (reached - survived));
  state.stress = reached;
  state.anchorUsd = oracleUsd * (anchorUsd / oracleUsd) ** kept;
}
