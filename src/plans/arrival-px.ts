import type { PlanFacts } from './plan-kind.ts';
import { isPurchase } from './read-spot-inputs.ts';

/**
 * The price that a plan's average is compared with, in USD as decimal text: the mid price of a perp as the plan begins; of
 * swaps, the price of the token that `pricedToken` names. Null if unknown.
 */
export function arrivalPxOf(facts: PlanFacts): string | null {
  if (facts.kind === 'spot') return (isPurchase(facts) ? facts.outputUsd : facts.inputUsd)?.toFixed() ?? null;
  const { bid, ask, mark } = facts;
  return (bid && ask ? bid.plus(ask).div(2) : mark)?.toFixed() ?? null;
}
