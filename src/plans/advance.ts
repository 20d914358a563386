import Big from 'big.js';
import type { ChildOrder } from './child-order.ts';
import { kindOf } from './kinds/kinds.ts';
import { type Child, childOf, isEnded, type Plan, type PlanSpec } from './plan.ts';
import { type Decision, type PlanView, send, wait } from './plan-kind.ts';

/**
 * What the plan does next. One child at a time: while one is on its way or its outcome is unknown, nothing is sent. A plan
 * never sends a key twice, and never more than it is for: children count whole until they are over.
 */
export function advance(plan: Plan, view: PlanView): Decision {
  if (isEnded(plan)) return wait('ended');
  if (plan.state === 'paused') return wait('paused');
  const open = plan.children.find(({ state }) => state === 'sending' || state === 'unknown');
  const doubted = plan.children.find((child) => isSpot(child.order) && isDoubted(child));
  if (doubted && plan.state === 'active')
    return { do: 'pause', why: `the outcome of ${doubted.key} ${open === doubted ? 'is' : 'was'} unknown` };
  if (open)
    return wait(open.state === 'sending' ? `${open.key} is on its way` : `the outcome of ${open.key} is unknown`);
  if (plan.state === 'cancelling') return cancelled(plan, view);
  const rejected = plan.children.find((child) => isRefused(plan, child));
  if (rejected) return { do: 'pause', why: `${rejected.key} was rejected: ${rejected.message}` };
  const decision = kindOf(plan.spec).decide(plan, view);
  return decision.do === 'send' ? allowed(plan, view, decision) : decision;
}

/**
 * A swap has no id of ours that could prove it: the first unknown outcome is for a person, even where the account shows
 * later what became of it.
 */
const isDoubted = ({ wasUnknown, isAnswered }: Child): boolean => wasUnknown === true && !isAnswered;

const isSpot = (order: ChildOrder): boolean => order.do === 'swap' || order.do === 'trigger';

/** How often the cancel of a trigger order is sent before a person has to look. */
const mostCancels = 3;

/** A trigger order that refuses to be cancelled may have fired: its kind looks again before a person has to. */
function isRefused(plan: Plan, child: Child): boolean {
  if (child.state !== 'rejected' || child.isAnswered) return false;
  return !isTriggerCancel(plan, child.order) || child.attempt >= mostCancels;
}

const isTriggerCancel = (plan: Plan, order: ChildOrder): boolean =>
  order.do === 'cancel' && childOf(plan, order.target)?.order.do === 'trigger';

/** Resting orders are cancelled one after another; what fills meanwhile still counts. */
function cancelled(plan: Plan, view: PlanView): Decision {
  const resting = plan.children.filter((child) => isResting(child, view));
  const next = plan.leavesOrders
    ? undefined
    : resting.find((child) => !isUnfound(child) && isToCancel(plan, childOf(plan, `cancel ${child.key}`)));
  if (next) return send(`cancel ${next.key}`, { do: 'cancel', target: next.key });
  const open = plan.leavesOrders
    ? []
    : plan.children.filter(({ state, order }) => state === 'working' && places(order));
  const unfound = open.find(isUnfound);
  if (unfound)
    return wait(`the id of ${unfound.key} is unknown: cancel it by hand, then cancel the plan and leave its orders`);
  const refused = open.map(({ key }) => childOf(plan, `cancel ${key}`)).find((one) => one?.state === 'rejected');
  if (refused)
    return wait(`${refused.key} was refused (${refused.message}): cancel the plan again, or leave its orders`);
  if (open.length > 0) return wait('its orders are being cancelled');
  return { do: 'end', why: resting.length > 0 ? `${resting.length} orders stay at the service` : 'cancelled by you' };
}

/** A trigger order that was created after an unknown outcome, and whose id has not been found. */
export const isUnfound = ({ state, order, orderId }: Child): boolean =>
  state === 'working' && order.do === 'trigger' && orderId === null;

/** A cancel that was refused may be sent again: what it cancels may have filled meanwhile. */
const isToCancel = (plan: Plan, cancel: Child | undefined): boolean =>
  !cancel ||
  cancel.state === 'not-sent' ||
  (isTriggerCancel(plan, cancel.order) &&
    cancel.state === 'rejected' &&
    (cancel.attempt < mostCancels || cancel.isAnswered === true));

const places = (order: ChildOrder): boolean => order.do === 'perp' || order.do === 'trigger' || order.do === 'swap';

/** Whether it rests at the service as far as is known. A trigger order that has fired does not. */
export const isResting = ({ state, order, key }: Child, { executions }: PlanView): boolean => {
  const execution = executions.get(key);
  if (state !== 'working' || execution?.isOpen === false) return false;
  return order.do === 'perp' || (order.do === 'trigger' && !execution?.filled.gt(0));
};

/** The last check before a child is sent: neither the plan's size nor its caps may be passed, whatever its kind says. */
function allowed(plan: Plan, view: PlanView, decision: Extract<Decision, { do: 'send' }>): Decision {
  const earlier = childOf(plan, decision.key);
  if (earlier && earlier.state !== 'not-sent' && earlier.state !== 'rejected')
    return { do: 'pause', why: `${decision.key} was sent before` };
  if (plan.operations >= plan.caps.operations && decision.order.do !== 'cancel')
    return { do: 'pause', why: `it has sent the ${plan.caps.operations} operations that you allowed` };
  const size = openingSize(decision.order);
  const target = new Big(kindOf(plan.spec).target(plan.spec).size);
  const sent = plan.children.filter(({ key }) => key !== decision.key);
  if (size && committed({ ...plan, children: [...sent, asOpen(decision)] }, view).gt(target))
    return { do: 'pause', why: `${decision.key} would execute more than the plan's ${target.toFixed()}` };
  return decision;
}

/** What a child may execute of the plan's size; null for exits, changes and cancels. Spot sizes are base units. */
export function openingSize(order: ChildOrder): Big | null {
  if (order.do === 'perp') return order.reduceOnly ? null : new Big(order.sz);
  return order.do === 'swap' || order.do === 'trigger' ? new Big(order.baseUnits) : null;
}

type Committing = Pick<Child, 'key' | 'order' | 'state' | 'filled'>;

const asOpen = ({ key, order }: Extract<Decision, { do: 'send' }>): Committing => ({
  key,
  order,
  state: 'sending',
  filled: '0',
});

/**
 * What the plan has executed and what its open children may still execute. Children that exclude each other count as the
 * largest of them, but never as less than what they have executed together.
 */
export function committed(
  { children, spec }: { readonly children: readonly Committing[]; readonly spec?: PlanSpec },
  _view?: PlanView,
): Big {
  const groups = (spec && kindOf(spec).alternatives?.(spec)) ?? [];
  const alone = children.filter(({ key }) => !groups.some((group) => group.includes(key)));
  const largest = groups.map((group) => {
    const sizes = children.filter(({ key }) => group.includes(key)).map(committedBy);
    const done = total(children.filter(({ key, state }) => group.includes(key) && state === 'over').map(committedBy));
    return sizes.reduce((most, size) => (size.gt(most) ? size : most), done);
  });
  return total([...alone.map(committedBy), ...largest]);
}

function committedBy({ order, state, filled }: Committing): Big {
  const size = openingSize(order);
  if (!size || state === 'rejected' || state === 'not-sent') return new Big(0);
  return state === 'over' ? new Big(filled) : size;
}

const total = (sizes: readonly Big[]): Big => sizes.reduce((sum, size) => sum.plus(size), new Big(0));

/** What it has executed so far, open children included. */
export function executed(plan: Pick<Plan, 'children'>, executions: PlanView['executions']): Big {
  return plan.children.reduce((sum, child) => {
    if (!openingSize(child.order)) return sum;
    if (child.state === 'over') return sum.plus(child.filled);
    return sum.plus(executions.get(child.key)?.filled ?? 0);
  }, new Big(0));
}
