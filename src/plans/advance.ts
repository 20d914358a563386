import Big from 'big.js';
import type { ChildOrder } from './child-order.ts';
import { kindOf } from './kinds/kinds.ts';
import { type Child, childOf, isEnded, type Plan } from './plan.ts';
import { type Decision, type PlanView, send, wait } from './plan-kind.ts';

/**
 * What the plan does next. One child at a time: while one is on its way or its outcome is unknown, nothing is sent. A plan
 * never sends a key twice, and never more than it is for: children count whole until they are over.
 */
export function advance(plan: Plan, view: PlanView): Decision {
  if (isEnded(plan)) return wait('ended');
  if (plan.state === 'paused') return wait('paused');
  const open = plan.children.find(({ state }) => state === 'sending' || state === 'unknown');
  if (open)
    return wait(open.state === 'sending' ? `${open.key} is on its way` : `the outcome of ${open.key} is unknown`);
  if (plan.state === 'cancelling') return cancelled(plan, view);
  const rejected = plan.children.find(({ state, sentAtMs }) => state === 'rejected' && sentAtMs >= plan.activeSinceMs);
  if (rejected) return { do: 'pause', why: `${rejected.key} was rejected: ${rejected.message}` };
  const decision = kindOf(plan.spec).decide(plan, view);
  return decision.do === 'send' ? allowed(plan, view, decision) : decision;
}

/** Resting orders are cancelled one after another; what fills meanwhile still counts. */
function cancelled(plan: Plan, view: PlanView): Decision {
  const resting = plan.children.filter((child) => isResting(child, view));
  const next = plan.leavesOrders ? undefined : resting.find(({ key }) => isToCancel(childOf(plan, `cancel ${key}`)));
  if (next) return send(`cancel ${next.key}`, { do: 'cancel', target: next.key });
  const open = plan.leavesOrders
    ? []
    : plan.children.filter(({ state, order }) => state === 'working' && places(order));
  if (open.length > 0) return wait('its orders are being cancelled');
  return { do: 'end', why: resting.length > 0 ? `${resting.length} orders stay at the service` : 'cancelled by you' };
}

/** A cancel that was refused may be sent again: what it cancels may have filled meanwhile. */
const isToCancel = (cancel: Child | undefined): boolean => !cancel || cancel.state === 'not-sent';

const places = (order: ChildOrder): boolean => order.do === 'perp' || order.do === 'trigger' || order.do === 'swap';

/** Whether it rests at the service as far as is known. */
export const isResting = ({ state, order, key }: Child, { executions }: PlanView): boolean =>
  state === 'working' && (order.do === 'perp' || order.do === 'trigger') && executions.get(key)?.isOpen !== false;

/** The last check before a child is sent: neither the plan's size nor its caps may be passed, whatever its kind says. */
function allowed(plan: Plan, view: PlanView, decision: Extract<Decision, { do: 'send' }>): Decision {
  const earlier = childOf(plan, decision.key);
  if (earlier && earlier.state !== 'not-sent' && earlier.state !== 'rejected')
    return { do: 'pause', why: `${decision.key} was sent before` };
  if (plan.operations >= plan.caps.operations && decision.order.do !== 'cancel')
    return { do: 'pause', why: `it has sent the ${plan.caps.operations} operations that you allowed` };
  const size = openingSize(decision.order);
  const target = new Big(kindOf(plan.spec).target(plan.spec).size);
  if (size && committed(plan, view).plus(size).gt(target))
    return { do: 'pause', why: `${decision.key} would execute more than the plan's ${target.toFixed()}` };
  return decision;
}

/** What a child may execute of the plan's size; null for exits, changes and cancels. Spot sizes are base units. */
export function openingSize(order: ChildOrder): Big | null {
  if (order.do === 'perp') return order.reduceOnly ? null : new Big(order.sz);
  return order.do === 'swap' || order.do === 'trigger' ? new Big(order.baseUnits) : null;
}

/** What the plan has executed and what its open children may still execute. */
export function committed(plan: Pick<Plan, 'children'>, _view?: PlanView): Big {
  return plan.children.reduce((sum, child) => {
    const size = openingSize(child.order);
    if (!size || child.state === 'rejected' || child.state === 'not-sent') return sum;
    return sum.plus(child.state === 'over' ? child.filled : size);
  }, new Big(0));
}

/** What it has executed so far, open children included. */
export function executed(plan: Pick<Plan, 'children'>, executions: PlanView['executions']): Big {
  return plan.children.reduce((sum, child) => {
    if (!openingSize(child.order)) return sum;
    if (child.state === 'over') return sum.plus(child.filled);
    return sum.plus(executions.get(child.key)?.filled ?? 0);
  }, new Big(0));
}
