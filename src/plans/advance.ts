import Big from 'big.js';
import { cancelled, mostTriggerCancels } from './cancelling.ts';
import type { ChildOrder } from './child-order.ts';
import { executedAfter } from './committed.ts';
import { kindOf } from './kinds/kinds.ts';
import { type Child, childOf, isEnded, type Plan } from './plan.ts';
import { type Decision, type PlanView, sinceSent, wait, waitUntil } from './plan-kind.ts';

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
  const decision = plan.state === 'cancelling' ? cancelled(plan, view) : decided(plan, view);
  return decision.do === 'send' ? allowed(plan, view, decision) : decision;
}

function decided(plan: Plan, view: PlanView): Decision {
  const refused = plan.children.find((child) => isRefused(plan, child));
  return refused
    ? { do: 'pause', why: `${refused.key} was rejected: ${refused.message}` }
    : kindOf(plan.spec).decide(plan, view);
}

/**
 * A swap has no id of ours that could prove it: the first unknown outcome is for a person, even where the account shows
 * later what became of it.
 */
const isDoubted = ({ wasUnknown, isAnswered }: Child): boolean => wasUnknown === true && !isAnswered;

const isSpot = (order: ChildOrder): boolean => order.do === 'swap' || order.do === 'trigger';

/** Whether a person has to decide. A trigger order that refuses to be cancelled may have fired: its kind looks first. */
function isRefused(plan: Plan, { key, state, order, attempt, isAnswered }: Child): boolean {
  if (state !== 'rejected' || isAnswered || kindOf(plan.spec).goesOnAfter?.(key)) return false;
  const isTriggerCancel = order.do === 'cancel' && childOf(plan, order.target)?.order.do === 'trigger';
  return !isTriggerCancel || attempt >= mostTriggerCancels;
}

/** The last check before a child is sent: neither the plan's size nor its caps may be passed, whatever its kind says. */
function allowed(plan: Plan, view: PlanView, decision: Extract<Decision, { do: 'send' }>): Decision {
  const { key, order } = decision;
  const earlier = childOf(plan, key);
  if (earlier && earlier.state !== 'not-sent' && earlier.state !== 'rejected')
    return { do: 'pause', why: `${key} was sent before` };
  const againMs = earlier ? againAfterMs(earlier) - sinceSent(plan, view) : 0;
  if (againMs > 0) return waitUntil(view.nowMs + againMs, `${key} is sent again`);
  if (plan.operations >= plan.caps.operations && order.do !== 'cancel')
    return { do: 'pause', why: `it has sent the ${plan.caps.operations} operations that you allowed` };
  const { target, most } = limitOf(plan);
  const after = executedAfter(plan, view, decision);
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

/** What did not leave, or was refused, is sent again ever later, ms. */
const againAfterMs = ({ attempt }: Child): number => Math.min(1_000 * 2 ** (attempt - 1), 10_000);
