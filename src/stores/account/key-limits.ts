import type { DeskQueries } from '../desk-data.ts';

export interface Remaining {
  readonly left: number;
  readonly of: number;
}

export interface RemainingExecutions {
  readonly hour: Remaining;
  readonly day: Remaining;
  /** False if the service reports limits but no usage: then only the orders of this session are counted. */
  readonly isCounted: boolean;
}

/** Executions that the key has left; null if it has no limits. `since`: orders accepted after the usage was read. */
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
