import type { Problems } from '../../../actions/pipeline/limits.ts';
import { type KeyRoom, keyRoom } from '../../../plans/key-room.ts';
import type { PlanSpec } from '../../../plans/plan.ts';
import type { PlannedChild } from '../../../plans/plan-kind.ts';
import { leastOperations } from '../../../plans/plan-worth.ts';
import { remainingExecutions } from '../../../stores/account/key-limits.ts';
import type { Desk } from '../../desk/desk.ts';
import { fieldId, type Kind } from './plan-values.ts';

/** What the key has left for a plan. */
export interface PlanRoom {
  /** Of what is executed at a time that is known; null without limits. */
  readonly keyRoom: KeyRoom | null;
  /** Trigger orders that the key may create today; null without limits. */
  readonly triggersLeft: number | null;
}

/** Trigger orders take an execution when they fire, at a time that nobody knows; until then they have a limit of their own. */
export function roomOf(desk: Desk, planned: readonly PlannedChild[]): PlanRoom {
  const usage = desk.data.read('usage').data;
  const left = usage && remainingExecutions(usage, desk.session.getState().executionsSinceUsage);
  if (!left || !usage.constraints) return { keyRoom: null, triggersLeft: null };
  const used = usage.usage?.limitOrdersLastDay ?? 0;
  return {
    keyRoom: keyRoom(
      planned.filter(({ type }) => type !== 'trigger'),
      left,
    ),
    triggersLeft: Math.max(0, usage.constraints.maxLimitOrdersPerDay - used),
  };
}

const triggersOf = ({ planned }: { readonly planned: readonly PlannedChild[] }): number =>
  planned.filter(({ type }) => type === 'trigger').length;

interface CountedPlan {
  readonly spec: PlanSpec;
  readonly planned: readonly PlannedChild[];
  readonly operations: number;
}

/** A plan that the key cannot carry out at all. */
export function countProblem(kind: Kind, plan: PlanRoom & CountedPlan): Problems {
  const { keyRoom: room, triggersLeft, planned, operations } = plan;
  const count = kind.inputs.find(({ id }) => id === 'count');
  if (triggersLeft !== null && triggersOf(plan) > triggersLeft)
    return {
      form: `The key may create ${triggersLeft} more trigger orders today, and the plan needs ${triggersOf(plan)}.`,
    };
  const least = leastOperations(planned.length, kind.alternatives?.(plan.spec));
  if (operations < least)
    return { operations: `It needs ${least} operations at least: enter that or more, or leave it empty.` };
  if (!room || room.count <= room.most) return {};
  const why = `The key has ${room.most} executions left for it, and it takes ${room.count}: at most ${room.most} orders.`;
  return { [count ? fieldId(kind, count) : 'form']: why };
}
