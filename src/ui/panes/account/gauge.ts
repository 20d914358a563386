import Big from 'big.js';
import { formatUsd, groupThousands } from '../../../domain/format.ts';
import type { Gauge } from '../../../stores/account-rows.ts';
import type { Tone } from '../../text/span.ts';

/** Cells of a gauge's bar. */
const cells = 10;
const nearlyUsed = 0.8;

/** A used part as `▮▮▮▯▯▯▯▯▯▯`: never empty when something is used, never full before all is. */
export function gaugeBar({ used, of }: Gauge): string {
  if (used === null) return '·'.repeat(cells);
  if (of.lte(0) || used.gte(of)) return '▮'.repeat(cells);
  const share = Math.round(Number(used.times(cells).div(of)));
  const full = Math.max(used.gt(0) ? 1 : 0, Math.min(cells - 1, share));
  return '▮'.repeat(full) + '▯'.repeat(cells - full);
}

/** `3 of 60 used, 57 left`. */
export function gaugeText({ used, of, unit }: Gauge): string {
  const show = (value: Big): string => (unit === 'usd' ? formatUsd(value) : groupThousands(value.toFixed()));
  if (used === null) return `limit ${show(of)}, use not told by the service`;
  const left = of.minus(used);
  return `${show(used)} of ${show(of)} used, ${show(left.lt(0) ? new Big(0) : left)} left`;
}

export function gaugeTone({ used, of }: Gauge): Tone {
  if (used === null) return 'muted';
  if (used.gte(of)) return 'danger';
  return used.gte(of.times(nearlyUsed)) ? 'warn' : 'plain';
}
