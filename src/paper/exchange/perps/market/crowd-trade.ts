import Big from 'big.js';
import type { Random } from '../../../../platform/time/random.ts';
import type { PerpSpec } from './perp-specs.ts';

const dayMs = 86_400_000;
/** Mean interval between market orders, whose size follows from the day's volume. */
const crowdEveryMs = 2_000;

/** A market order of the crowd. */
export interface CrowdTrade {
  readonly isBuy: boolean;
  readonly sz: Big;
}

/** The crowd's market order in a step of `elapsedMs`, if any; always draws the same amount of randomness. */
export function drawCrowdTrade(
  random: Random,
  { dayVolumeUsd, szDecimals }: PerpSpec,
  oracleUsd: number,
  elapsedMs: number,
): CrowdTrade | null {
  const [chance, side, size] = [random.next(), random.next(), random.next()];
  if (chance >= elapsedMs / crowdEveryMs) return null;
  const usd = dayVolumeUsd * (Math.max(elapsedMs, crowdEveryMs) / dayMs) * -Math.log(1 - size);
  const sz = new Big((usd / oracleUsd).toFixed(szDecimals));
  return sz.gt(0) ? { isBuy: side < 0.5, sz } : null;
}
