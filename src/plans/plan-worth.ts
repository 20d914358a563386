import Big from 'big.js';
import { quoteToken } from '../domain/market/token.ts';
import type { PlanCaps } from './plan.ts';
import type { PlanFacts, PlannedChild } from './plan-kind.ts';

/** How far a price may move against an order without a worst price before its cap holds it, per cent. */
export const allowancePct = 10;

/** What a plan's children may trade in all, each at its worst price. */
export interface PlanWorth {
  /** USD by child, in their order; null where there is no price. */
  readonly each: readonly (Big | null)[];
  /** Null if one of them is unknown. */
  readonly usd: Big | null;
  /** A child has no worst price: `allowancePct` above the price now stands in for it. */
  readonly hasAllowance: boolean;
}

/** `limitPx`: the worst price that was entered for children without one of their own; null for none. */
export function planWorth(planned: readonly PlannedChild[], facts: PlanFacts, limitPx: Big | null): PlanWorth {
  const px = facts.kind === 'perp' ? facts.mark : facts.inputUsd;
  const above = px?.times(100 + allowancePct).div(100) ?? null;
  const isMoney = facts.kind === 'spot' && quoteToken({ ...facts.input, chain: facts.chain })?.kind === 'stable';
  const worstOf = (child: PlannedChild): Big | null => {
    if (isMoney) return px;
    if (facts.kind === 'perp' && child.px !== null) return new Big(child.px);
    return facts.kind === 'perp' && limitPx && child.isBuy ? limitPx : above;
  };
  const each = planned.map((child) => worstOf(child)?.times(child.size) ?? null);
  const isKnown = each.every((usd) => usd !== null);
  return {
    each,
    usd: isKnown ? each.reduce<Big>((sum, usd) => sum.plus(usd ?? 0), new Big(0)) : null,
    hasAllowance: planned.some((child) => above !== null && worstOf(child) === above),
  };
}

/**
 * Orders, changes and cancels that a plan may send unless a person says otherwise: two for each order that it intends, or
 * what its kind says that it needs, and ten more.
 */
export const usualOperations = (children: number, needed = 0): number => Math.max(2 * children, needed) + 10;

/** The caps of a plan: what it may send, and its value rounded up to a whole dollar. */
export const planCapsOf = (operations: number, usd: Big | null): PlanCaps => ({
  operations,
  usd: usd?.round(0, Big.roundUp).toFixed() ?? null,
});
