import type Big from 'big.js';
import { readPositive } from '../../domain/numbers/decimal.ts';
import type { DeskData } from '../desk-data.ts';
import { markOf } from './marks.ts';
import { marketsByName } from './perp-markets.ts';

const dayMs = 86_400_000;

/**
 * What a perp market trades in so long a time, in coins, at the average pace of the last 24 hours: the service says no more of
 * its volume. Null if that or the mark is unknown.
 */
export function averageVolume(data: DeskData, coin: string, ms: number): Big | null {
  const dayUsd = readPositive(data.derive(marketsByName).get(coin)?.ctx.dayNtlVlm);
  const mark = markOf(data, coin);
  return dayUsd && mark ? dayUsd.times(Math.max(0, Math.round(ms))).div(mark.times(dayMs)) : null;
}
