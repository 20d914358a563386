import Big from 'big.js';
import { quoteToken } from '../domain/market/token.ts';
import { isDecimalText } from '../domain/numbers/decimal.ts';
import type { PlanCaps } from './plan.ts';
import type { Alternatives, PlanFacts, PlanInput, PlannedChild } from './plan-kind.ts';

/** How far a price may move against an order without a worst price before its cap holds it, per cent. */
export const allowancePct = 10;

/** What a plan's children may trade, each at its worst price. */
export interface PlanWorth {
  /** USD by child, in their order; of a trigger order, at its trigger price. Null where there is no price. */
  readonly each: readonly (Big | null)[];
  /** Of all of them, where those that exclude each other count as the dearest. Null if one is unknown. */
  readonly usd: Big | null;
  /** A child has no worst price: `allowancePct` above the price now stands in for it. */
  readonly hasAllowance: boolean;
}

/** The worst price that was entered, of a kind that asks for one. Values by input id. */
export function limitOf(
  { inputs }: { readonly inputs: readonly PlanInput[] },
  values: Readonly<Record<string, string>>,
): Big | null {
  const input = inputs.find(({ word }) => word === 'limit');
  const text = (input && values[input.id]?.replaceAll(',', '').trim()) ?? '';
  return isDecimalText(text) ? new Big(text) : null;
}

/** `limitPx`: the worst price that was entered for children without one of their own; null for none. */
export function planWorth(
  planned: readonly PlannedChild[],
  facts: PlanFacts,
  limitPx: Big | null,
  alternatives: Alternatives = [],
): PlanWorth {
  const px = facts.kind === 'perp' ? facts.mark : facts.inputUsd;
  const above = px?.times(100 + allowancePct).div(100) ?? null;
  const isMoney = facts.kind === 'spot' && quoteToken({ ...facts.input, chain: facts.chain })?.kind === 'stable';
  const worstOf = (child: PlannedChild): Big | null => {
    if (child.type === 'trigger' && child.px !== null) return new Big(child.px);
    if (isMoney) return px;
    if (facts.kind === 'perp' && child.px !== null) return new Big(child.px);
    return facts.kind === 'perp' && limitPx && child.isBuy ? limitPx : above;
  };
  // A trigger order counts at the price now while it waits, and at its own once it sells.
  const mostOf = ({ type }: PlannedChild, worst: Big | null): Big | null =>
    type !== 'trigger' || !worst || above?.gt(worst) === false ? worst : above;
  const priced = planned.map((child) => {
    const worst = worstOf(child);
    return { child, worst, most: mostOf(child, worst) };
  });
  const most = priced.map(({ child, most: one }) => ({ key: child.key, usd: one?.times(child.size) ?? null }));
  return {
    each: priced.map(({ child, worst }) => worst?.times(child.size) ?? null),
    usd: most.some(({ usd }) => usd === null) ? null : sumOfDearest(most, alternatives),
    hasAllowance: above !== null && priced.some(({ most: one }) => one === above),
  };
}

/** USD of all of these children. Of those that exclude each other the dearest counts. Null counts as nothing. */
export function sumOfDearest(
  children: readonly { readonly key: string; readonly usd: Big | null }[],
  alternatives: Alternatives = [],
): Big {
  const dearest = new Map<string, Big>();
  for (const { key, usd } of children) {
    const name = alternatives.find((keys) => keys.includes(key))?.join() ?? key;
    const before = dearest.get(name);
    if (usd && !before?.gte(usd)) dearest.set(name, usd);
  }
  return [...dearest.values()].reduce((sum, usd) => sum.plus(usd), new Big(0));
}

/** Operations that it cannot do without: its orders and, of those that exclude each other, the cancel of what is left. */
export const leastOperations = (children: number, alternatives: Alternatives = []): number =>
  children + alternatives.length;

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
