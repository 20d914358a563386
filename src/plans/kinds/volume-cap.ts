import { type Decision, type PlanView, wait } from '../plan-kind.ts';

/** One order of a plan with a cap by the market's volume. */
export interface CappedOrder {
  readonly key: string;
  /** In coins, or whole tokens of what is sold. */
  readonly size: string;
  /** Most of the volume since then that it may be, per cent; null for no cap. */
  readonly maxPartPct: number | null;
  /** Ms since the epoch. */
  readonly sinceMs: number;
  /** How soon it is looked at again, ms. */
  readonly againMs: number;
  /** Why the volume is unknown, if it is. */
  readonly unknown: string;
}

/** Why the order would be too much of what is traded; null if it is not. */
export function heldByVolume(order: CappedOrder, view: PlanView): Decision | null {
  const { key, size, maxPartPct, sinceMs, againMs, unknown } = order;
  if (maxPartPct === null) return null;
  const again = view.nowMs + againMs;
  const volume = view.volumeSince(sinceMs);
  if (!volume) return wait(`${key}: what is traded is unknown, because ${unknown}`, again);
  const most = volume.times(maxPartPct).div(100);
  return most.lt(size) ? wait(`${key} is over ${maxPartPct} % of what was traded`, again) : null;
}
