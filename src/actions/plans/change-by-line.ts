import { planLine } from '../../plans/plan.ts';
import type { PlanActions } from './plan-actions.ts';

/** The plan that was created or changed, or why nothing was done, as a sentence. */
export type PlanChanged = { readonly id: string } | { readonly why: string };

/**
 * Does what another program of the user asks for, as the line that it would have written itself: a new plan, or one that is
 * paused, resumed or cancelled. A new plan gets an id of its own.
 */
export function changeByLine(plans: PlanActions, asked: unknown): PlanChanged {
  const line = planLine.safeParse({ ...Object(asked), at: 0 }).data;
  const changed = (id: string, why: string | null): PlanChanged => (why ? { why } : { id });
  switch (line?.event) {
    case 'created': {
      const { walletId, summary, spec, caps, arrivalPx } = line;
      return plans.create({ walletId, summary, spec, caps, arrivalPx });
    }
    case 'paused':
      return changed(line.id, plans.pause(line.id));
    case 'resumed':
      return changed(line.id, plans.resume(line.id));
    case 'cancelling':
      return changed(line.id, plans.cancel(line.id, line.leavesOrders));
    default:
      return { why: 'This change of a plan cannot be read.' };
  }
}
