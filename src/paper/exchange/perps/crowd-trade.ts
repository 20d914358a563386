import Big from 'big.js';
import type { Random } from '../../../platform/random.ts';
import type { PerpSpec } from './perp-specs.ts';

const dayMs = 86_400_000;
/** One market order in about this time, as large as the day's volume asks for. */
const crowdEveryMs = 2_000;

/** A market order of the crowd. */
export interface CrowdTrade {
  readonly isBuy: boolean;
  readonly sz: Big;
}

/** What the crowd trades at the market in a step of `elapsedMs`; draws the same amount of randomness in any case. */
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
