import Big from 'big.js';
import { type ChildOrder, cancelOf } from './child-order.ts';
import { kindOf } from './kinds/kinds.ts';
import { type Child, childOf, isEnded, type Plan, type PlanSpec } from './plan.ts';
import { type Decision, type PlanView, sinceSent, wait } from './plan-kind.ts';

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
  const kind = kindOf(plan.spec);
  const rejected = plan.children.find(({ state, key }) => state === 'rejected' && kind.goesOnAfter?.(key) !== true);
  if (rejected) return { do: 'pause', why: `${rejected.key} was rejected: ${rejected.message}` };
  const decision = kind.decide(plan, view);
  return decision.do === 'send' ? allowed(plan, view, decision) : decision;
}

/** Resting orders are cancelled one after another; what fills meanwhile still counts. */
function cancelled(plan: Plan, view: PlanView): Decision {
  const kind = kindOf(plan.spec);
  const first = kind.beforeCancel?.(plan, view) ?? null;
  if (first) return first.do === 'send' ? allowed(plan, view, first) : first;
  const resting = plan.children.filter((child) => isResting(child, view));
  const next = plan.leavesOrders ? undefined : resting.find((child) => isToCancel(plan, child, view));
  if (next) return allowed(plan, view, { do: 'send', ...cancelOf(next.key) });
  const open = plan.leavesOrders
    ? []
    : plan.children.filter(({ state, order }) => state === 'working' && places(order));
  if (open.length > 0) return wait('its orders are being cancelled');
  const left = resting.length > 0 ? `${resting.length} orders stay at the service` : 'cancelled by you';
  return { do: 'end', why: [left, kind.leaves?.(plan, view) ?? []].flat().join('; ') };
}

/** A cancel that was refused is sent again while a read shows the order open: otherwise it has filled meanwhile. */
function isToCancel(plan: Plan, { key }: Child, { executions }: PlanView): boolean {
  const cancel = childOf(plan, cancelOf(key).key);
  if (cancel?.state === 'rejected') return cancel.attempt < mostCancels && executions.get(key)?.isOpen === true;
  return !cancel || cancel.state === 'not-sent';
}

const mostCancels = 10;

const places = (order: ChildOrder): boolean => order.do === 'perp' || order.do === 'trigger' || order.do === 'swap';

/** Whether it rests at the service as far as is known. */
export const isResting = ({ state, order, key }: Child, { executions }: PlanView): boolean =>
  state === 'working' && (order.do === 'perp' || order.do === 'trigger') && executions.get(key)?.isOpen !== false;

/** The last check before a child is sent: neither the plan's size nor its caps may be passed, whatever its kind says. */
function allowed(plan: Plan, view: PlanView, decision: Extract<Decision, { do: 'send' }>): Decision {
  const { key, order } = decision;
  const earlier = childOf(plan, key);
  if (earlier && earlier.state !== 'not-sent' && earlier.state !== 'rejected')
    return { do: 'pause', why: `${key} was sent before` };
  const againMs = earlier ? againAfterMs(earlier) - sinceSent(plan, view) : 0;
  if (againMs > 0) return wait(`${key} is sent again`, view.nowMs + againMs);
  if (plan.operations >= plan.caps.operations && order.do !== 'cancel')
    return { do: 'pause', why: `it has sent the ${plan.caps.operations} operations that you allowed` };
  const { target, most } = limitOf(plan);
  const after = executedAfter(plan, view, order);
  if (after === 'unread') return wait(`the fills of ${key} are being read`);
  return after?.gt(most)
    ? { do: 'pause', why: `${key} would execute more than the plan's ${target.toFixed()}` }
    : decision;
}

function limitOf({ spec }: Plan): { readonly target: Big; readonly most: Big } {
  const kind = kindOf(spec);
  const target = new Big(kind.target(spec).size);
  return { target, most: new Big(kind.most?.(spec) ?? target) };
}

/**
 * What the plan may have executed when this order and all others are over; null for exits and cancels. Of a change: what
 * its order had executed at the last read, and the new size. What fills between that read and the change comes on top: less
 * than what rested then, because a filled order cannot be changed.
 */
function executedAfter(plan: Plan, view: PlanView, order: ChildOrder): Big | 'unread' | null {
  if (order.do !== 'modify') {
    const size = openingSize(plan, order);
    return size && committed(plan).plus(size);
  }
  const target = childOf(plan, order.target);
  const read = view.executions.get(order.target);
  if (!target || !read) return 'unread';
  const others = plan.children.filter((child) => child !== target);
  return committed({ spec: plan.spec, children: others }).plus(read.filled).plus(order.sz);
}

/** What did not leave, or was refused, is sent again ever later, ms. */
const againAfterMs = ({ attempt }: Child): number => Math.min(1_000 * 2 ** (attempt - 1), 10_000);

/**
 * What an order may execute of the plan's size; null for changes, cancels and what trades on the other side, such as the
 * exits of a bracket. Spot sizes are base units.
 */
export function openingSize({ spec }: Pick<Plan, 'spec'>, order: ChildOrder): Big | null {
  if (order.do === 'perp') return order.isBuy === isBuyOf(spec) ? new Big(order.sz) : null;
  return order.do === 'swap' || order.do === 'trigger' ? new Big(order.baseUnits) : null;
}

function isBuyOf(spec: PlanSpec): boolean | null {
  const market = kindOf(spec).market(spec);
  return market.kind === 'perp' ? market.isBuy : null;
}

type Sized = Pick<Plan, 'spec' | 'children'>;

/** What the plan has executed and what its open children may still execute. */
export function committed(plan: Sized): Big {
  return plan.children.reduce((sum, child) => {
    const size = openingSize(plan, child.order);
    if (!size || child.state === 'rejected' || child.state === 'not-sent') return sum;
    return sum.plus(child.state === 'over' ? child.filled : size);
  }, new Big(0));
}

/** What it has executed so far, open children included. */
export function executed(plan: Sized, executions: PlanView['executions']): Big {
  return plan.children.reduce((sum, child) => {
    if (!openingSize(plan, child.order)) return sum;
    if (child.state === 'over') return sum.plus(child.filled);
    return sum.plus(executions.get(child.key)?.filled ?? 0);
  }, new Big(0));
}
