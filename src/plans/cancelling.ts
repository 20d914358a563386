import { type ChildOrder, cancelOf } from './child-order.ts';
import { kindOf } from './kinds/kinds.ts';
import { type Child, childOf, type Plan } from './plan.ts';
import { type Decision, type PlanView, wait } from './plan-kind.ts';

/** How often a cancel is sent before a person has to look. */
const mostCancels = 10;
/** The same of a trigger order's: one that refuses to be cancelled has usually fired. */
export const mostTriggerCancels = 3;

/**
 * What a plan that is being cancelled does next: its kind first, then its resting orders one after another; what fills
 * meanwhile still counts.
 */
export function cancelled(plan: Plan, view: PlanView): Decision {
  const kind = kindOf(plan.spec);
  const first = kind.beforeCancel?.(plan, view) ?? null;
  if (first) return first;
  const resting = plan.children.filter((child) => isResting(child, view));
  const next = plan.leavesOrders ? undefined : resting.find((child) => isToCancel(plan, child, view));
  if (next) return { do: 'send', ...cancelOf(next.key) };
  const open = plan.leavesOrders ? [] : plan.children.filter(isOpen);
  const why = whyOpen(plan, open);
  if (why) return wait(why);
  const left = resting.length > 0 ? `${resting.length} orders stay at the service` : 'cancelled by you';
  return { do: 'end', why: [left, kind.leaves?.(plan, view) ?? []].flat().join('; ') };
}

function whyOpen(plan: Plan, open: readonly Child[]): string | null {
  if (open.length === 0) return null;
  const unfound = open.find(isUnfound);
  if (unfound)
    return `the id of ${unfound.key} is unknown: cancel it by hand, then cancel the plan and leave its orders`;
  const refused = open
    .filter(({ order }) => order.do === 'trigger')
    .map(({ key }) => childOf(plan, cancelOf(key).key))
    .find((cancel) => cancel?.state === 'rejected');
  return refused
    ? `${refused.key} was refused (${refused.message}): cancel the plan again, or leave its orders`
    : 'its orders are being cancelled';
}

/** A trigger order that was created after an unknown outcome, and whose id has not been found. */
export const isUnfound = ({ state, order, orderId }: Child): boolean =>
  state === 'working' && order.do === 'trigger' && orderId === null;

/** A cancel that was refused is sent again while a read shows the order open: otherwise it has filled meanwhile. */
function isToCancel(plan: Plan, child: Child, { executions }: PlanView): boolean {
  if (isUnfound(child)) return false;
  const cancel = childOf(plan, cancelOf(child.key).key);
  if (!cancel || cancel.state === 'not-sent') return true;
  if (cancel.state !== 'rejected') return false;
  if (child.order.do === 'trigger') return cancel.attempt < mostTriggerCancels || cancel.isAnswered === true;
  return cancel.attempt < mostCancels && executions.get(child.key)?.isOpen === true;
}

const places = (order: ChildOrder): boolean => order.do === 'perp' || order.do === 'trigger' || order.do === 'swap';

const isOpen = ({ state, order }: Child): boolean => state === 'working' && places(order);

/** Whether it rests at the service as far as is known. A trigger order that has fired does not. */
export function isResting({ state, order, key }: Child, { executions }: PlanView): boolean {
  const execution = executions.get(key);
  if (state !== 'working' || execution?.isOpen === false) return false;
  return order.do === 'perp' || (order.do === 'trigger' && !execution?.filled.gt(0));
}
