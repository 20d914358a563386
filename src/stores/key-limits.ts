import type { DeskQueries } from './desk-data.ts';

export interface Remaining {
  readonly left: number;
  readonly of: number;
}

export interface RemainingExecutions {
  readonly hour: Remaining;
  readonly day: Remaining;
  /** False when the service gives limits but not what is used: then only this session's own orders are counted. */
  readonly isCounted: boolean;
}

/** Executions that the key has left; null where it has no limits. `since` are orders accepted after the usage was read. */
export function remainingExecutions(usage: DeskQueries['usage'], since: number): RemainingExecutions | null {
  const { constraints, usage: used } = usage;
  if (!constraints) return null;
  const left = (limit: number, usedOf: number | null | undefined): Remaining => ({
    left: Math.max(0, limit - (usedOf ?? 0) - since),
    of: limit,
  });
  return {
    hour: left(constraints.maxExecutionsPerHour, used?.executionsLastHour),
    day: left(constraints.maxExecutionsPerDay, used?.executionsLastDay),
    isCounted: used?.executionsLastHour != null,
  };
}
