import Big from 'big.js';
import { type Child, childOf, type Plan } from '../plan.ts';
import type { PlanView } from '../plan-kind.ts';
import type { BracketSpec } from './bracket-spec.ts';

const isExit = ({ order }: Child): boolean => order.do === 'perp' && order.reduceOnly;

/** Exits that were placed, the close of the rest included. */
export const exitsOf = ({ children }: Pick<Plan<BracketSpec>, 'children'>): readonly Child[] => children.filter(isExit);

/** What the plan itself holds: entered and added, less what its own exits have closed. */
export function heldOf({ children }: Plan<BracketSpec>, { executions }: PlanView): Big {
  return children.reduce((held, child) => {
    if (child.order.do !== 'perp') return held;
    const filled = child.state === 'over' ? child.filled : (executions.get(child.key)?.filled ?? 0);
    return isExit(child) ? held.minus(filled) : held.plus(filled);
  }, new Big(0));
}

/**
 * Whether nothing is left to protect: the entry is over, and it executed nothing, or its own exits, the stop or a person
 * have closed the position. A venue that still lists a stop has a position for it.
 */
export function isClosed(plan: Plan<BracketSpec>, view: PlanView): boolean {
  const entry = childOf(plan, 'entry');
  if (entry?.state !== 'over') return false;
  if (plan.children.some(({ state, order }) => state === 'working' && order.do === 'perp')) return false;
  if (new Big(entry.filled).eq(0) || heldOf(plan, view).lte(0)) return true;
  return view.szi !== null && !isOwn(plan.spec, view.szi) && view.stops?.length === 0;
}

/** Whether a position of this signed size is on the plan's side. */
export const isOwn = ({ isBuy }: BracketSpec, szi: Big): boolean => (isBuy ? szi.gt(0) : szi.lt(0));
