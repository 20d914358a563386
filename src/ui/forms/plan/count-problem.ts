import type { Problems } from '../../../actions/pipeline/limits.ts';
import type { PlanSpec } from '../../../plans/plan.ts';
import type { PlannedChild } from '../../../plans/plan-kind.ts';
import { leastOperations } from '../../../plans/plan-worth.ts';
import { type PlanRoom, triggersProblem } from '../../../stores/account/plan-room.ts';
import { fieldId, type Kind } from './plan-values.ts';

interface CountedPlan {
  readonly spec: PlanSpec;
  readonly planned: readonly PlannedChild[];
  readonly operations: number;
}

/** A plan that the key cannot carry out at all. */
export function countProblem(kind: Kind, plan: PlanRoom & CountedPlan): Problems {
  const { keyRoom: room, planned, operations } = plan;
  const count = kind.inputs.find(({ id }) => id === 'count');
  const tooMany = triggersProblem(plan, planned);
  if (tooMany !== null) return { form: tooMany };
  const least = leastOperations(planned.length, kind.alternatives?.(plan.spec));
  if (operations < least)
    return { operations: `It needs ${least} operations at least: enter that or more, or leave it empty.` };
  if (!room || room.count <= room.most) return {};
  const why = `The key has ${room.most} executions left for it, and it takes ${room.count}: at most ${room.most} orders.`;
  return { [count ? fieldId(kind, count) : 'form']: why };
}
