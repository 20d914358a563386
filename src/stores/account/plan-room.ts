import { type KeyRoom, keyRoom } from '../../plans/key-room.ts';
import type { PlannedChild } from '../../plans/plan-kind.ts';
import type { DeskQueries } from '../desk-data.ts';
import { remainingExecutions } from './key-limits.ts';

/** What the key has left for a plan. */
export interface PlanRoom {
  /** Of what is executed at a time that is known; null without limits. */
  readonly keyRoom: KeyRoom | null;
  /** Trigger orders that the key may create today; null without limits. */
  readonly triggersLeft: number | null;
}

const isTrigger = ({ type }: PlannedChild): boolean => type === 'trigger';

/**
 * Trigger orders take an execution when they fire, at a time that nobody knows; until then they have a limit of their own.
 * `since`: orders accepted after the usage was read.
 */
export function planRoom(
  usage: DeskQueries['usage'] | null | undefined,
  since: number,
  planned: readonly PlannedChild[],
): PlanRoom {
  const left = usage && remainingExecutions(usage, since);
  if (!left || !usage.constraints) return { keyRoom: null, triggersLeft: null };
  const executed = planned.filter((child) => !isTrigger(child));
  const used = usage.usage?.limitOrdersLastDay ?? 0;
  return {
    keyRoom: keyRoom(executed, left),
    triggersLeft: Math.max(0, usage.constraints.maxLimitOrdersPerDay - used),
  };
}

/** Why the key may not create the plan's trigger orders today; null if it may. */
export function triggersProblem({ triggersLeft }: PlanRoom, planned: readonly PlannedChild[]): string | null {
  const needed = planned.filter(isTrigger).length;
  return triggersLeft !== null && needed > triggersLeft
    ? `The key may create ${triggersLeft} more trigger orders today, and the plan needs ${needed}.`
    : null;
}
