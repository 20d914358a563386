import { contractChains } from '../../domain/market/chain.ts';
import type { ChildOrder } from '../child-order.ts';
import { type Child, childOf, type Plan } from '../plan.ts';
import { type Decision, type PlanView, type SpotFacts, send, wait } from '../plan-kind.ts';
import { InputProblem } from '../read-inputs.ts';
import { isPurchase, type SpotMarket } from '../read-spot-inputs.ts';
import { isUnsent } from './scale.ts';

/* What plans of trigger orders share: exits of a holding that the service watches by the price of what is sold. */

export interface Exits extends SpotMarket {
  readonly expiryHours: number;
}

/** Throws InputProblem where the service holds no such order. */
export function exitFacts(facts: SpotFacts): SpotFacts {
  if (!contractChains.includes(facts.chain))
    throw new InputProblem('market', `Trigger orders are held on ${contractChains.join(', ')}.`);
  if (isPurchase(facts))
    throw new InputProblem(
      'buy',
      `The service would watch the price of ${facts.output.symbol}: sell ${facts.input.symbol} for a stablecoin or the native coin.`,
    );
  return facts;
}

export function exitOf(
  { chain, input, output, expiryHours, slippageBps }: Exits,
  direction: 'above' | 'below',
  { baseUnits, value }: { readonly baseUnits: string; readonly value: string },
): ChildOrder {
  const tokens = { inputToken: input.address, outputToken: output.address };
  const condition = { metric: 'price_usd', direction, value } as const;
  return { do: 'trigger', chain, ...tokens, baseUnits, ...condition, expiryHours, slippageBps };
}

/** Whether it has sold, or is about to: its price was reached. */
export function hasFired(child: Child | undefined, { executions }: PlanView): boolean {
  if (!child || isUnsent(child.state)) return false;
  if (child.state === 'over') return child.filled !== '0';
  return executions.get(child.key)?.filled.gt(0) === true;
}

/** The service's clock and ours may differ, ms. */
const slackMs = 600_000;

/** Ended at the service before its expiry without selling: it was cancelled there, or its swap failed. */
const isLost = ({ state, order, filled, sentAtMs }: Child, { nowMs }: PlanView): boolean =>
  state === 'over' &&
  order.do === 'trigger' &&
  filled === '0' &&
  nowMs < sentAtMs + order.expiryHours * 3_600_000 - slackMs;

/** How long the id of an order is looked for whose creation had an unknown outcome, ms. */
const seeksForMs = 120_000;

/** Pauses for an order that nothing can follow or cancel, because its id was never found. */
export function heldByUnfound({ children }: Pick<Plan<unknown>, 'children'>, { nowMs }: PlanView): Decision | null {
  const unfound = children.find(
    ({ state, order, orderId, sentAtMs }) =>
      state === 'working' && order.do === 'trigger' && orderId === null && nowMs - sentAtMs > seeksForMs,
  );
  return unfound
    ? {
        do: 'pause',
        why: `the id of ${unfound.key} is unknown: look at the trigger orders, then cancel the plan and leave its orders`,
      }
    : null;
}

/** Pauses for exits that are gone without having sold, until a person has seen it. */
export function heldByLost({ children }: Pick<Plan<unknown>, 'children'>, view: PlanView): Decision | null {
  const lost = children.find((child) => isLost(child, view) && !child.isAnswered);
  return lost
    ? {
        do: 'pause',
        why: `${lost.key} has ended without selling: it was cancelled at the service, or its swap failed`,
      }
    : null;
}

/** Cancels it, unless that is under way. A cancel that was refused is sent again: a person looks after the third. */
export function cancelOnce(plan: Pick<Plan<unknown>, 'children'>, key: string): Decision {
  const cancel = childOf(plan, `cancel ${key}`);
  return isUnsent(cancel?.state)
    ? send(`cancel ${key}`, { do: 'cancel', target: key })
    : wait(`${key} is being cancelled`);
}
