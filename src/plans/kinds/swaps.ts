import Big from 'big.js';
import type { Child, Plan } from '../plan.ts';
import { type Decision, type PlanView, wait } from '../plan-kind.ts';
import { isPurchase, priceText, type SpotMarket } from '../read-spot-inputs.ts';
import { isUnsent } from './scale.ts';

/* What plans of swaps share: when the last swap holds back the next one, and whether its price is good enough. */

/** How soon a swap that is held back is looked at again, ms: each look asks for a quote. */
export const lookAgainMs = 5_000;
/** A task that has not ended after this is not waited for without saying so, ms. */
const hangsAfterMs = 900_000;
/** So many swaps that fail one after the other are for a person. */
const mostFailures = 3;

export const isFailed = ({ state, order, filled }: Child): boolean =>
  state === 'over' && order.do === 'swap' && new Big(filled).eq(0);

const hangs = ({ sentAtMs }: Child, { nowMs }: PlanView): boolean => nowMs - sentAtMs > hangsAfterMs;

/** Swaps that are not over. One that hangs is waited for until a person resumes the plan: it then counts as sold. */
export const openSwaps = ({ children }: Pick<Plan<unknown>, 'children'>, view: PlanView): readonly Child[] =>
  children.filter(
    (child) => child.state === 'working' && child.order.do === 'swap' && !(child.isAnswered && hangs(child, view)),
  );

/** Accepted, and its task has not ended. */
function isRunning({ key }: Child, { executions }: PlanView): boolean {
  const execution = executions.get(key);
  return !execution || (execution.isOpen && execution.filled.eq(0));
}

/** Why nothing is sent because of what the last swaps did; null if the plan may go on. */
export function heldByLast(plan: Pick<Plan<unknown>, 'children'>, view: PlanView): Decision | null {
  const running = openSwaps(plan, view).find((child) => isRunning(child, view));
  if (running && hangs(running, view))
    return wait(`${running.key} has not ended: pause and resume the plan to go on as if it had sold`);
  if (running) return wait(`${running.key} is being executed`);
  const swaps = plan.children.filter(({ order, state }) => order.do === 'swap' && !isUnsent(state));
  const last = swaps.slice(-mostFailures);
  return last.length === mostFailures && last.every((child) => isFailed(child) && !child.isAnswered)
    ? { do: 'pause', why: `the last ${mostFailures} swaps failed and sold nothing; the activity pane says why` }
    : null;
}

/** What the plan's swaps have sold, and what they may still sell: all but those that are proven to have failed. */
export const soldUnits = ({ children }: Pick<Plan<unknown>, 'children'>): bigint =>
  children.reduce((sum, { order, state, filled }) => {
    if (order.do !== 'swap' || isUnsent(state)) return sum;
    return sum + BigInt(state === 'over' ? filled : order.baseUnits);
  }, 0n);

export interface PriceRule extends SpotMarket {
  /** Worst price of what is priced, in whole tokens of the other; decimal text, null for none. */
  readonly limitPx: string | null;
}

/** Why the swap waits for a better price; null if its quote less the slippage is within the worst price. */
export function heldByPrice(rule: PriceRule, view: PlanView, key: string): Decision | null {
  const again = view.nowMs + lookAgainMs;
  if (!view.bid?.gt(0)) return wait(`${key}: there is no quote`, again);
  if (rule.limitPx === null) return null;
  const least = view.bid.times(10_000 - rule.slippageBps).div(10_000);
  // Multiplied instead of divided: no rounding decides at the limit.
  const isWithin = isPurchase(rule) ? least.times(rule.limitPx).gte(1) : least.gte(rule.limitPx);
  return isWithin ? null : wait(`${key}: the price with slippage is beyond ${priceText(rule, rule.limitPx)}`, again);
}
