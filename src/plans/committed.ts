import Big from 'big.js';
import type { ChildOrder } from './child-order.ts';
import { kindOf } from './kinds/kinds.ts';
import { type Child, childOf, type Plan, type PlanSpec } from './plan.ts';
import type { PlanView } from './plan-kind.ts';

type Committing = Pick<Child, 'key' | 'order' | 'state' | 'filled'>;

interface Sized {
  readonly spec: PlanSpec;
  readonly children: readonly Committing[];
}

/**
 * What an order may execute of the plan's size; null for changes, cancels and what trades on the other side, such as the
 * exits of a bracket. Spot sizes are base units.
 */
export function openingSize({ spec }: Pick<Sized, 'spec'>, order: ChildOrder): Big | null {
  if (order.do === 'perp') return order.isBuy === isBuyOf(spec) ? new Big(order.sz) : null;
  return order.do === 'swap' || order.do === 'trigger' ? new Big(order.baseUnits) : null;
}

function isBuyOf(spec: PlanSpec): boolean | null {
  const market = kindOf(spec).market(spec);
  return market.kind === 'perp' ? market.isBuy : null;
}

/**
 * What the plan has executed and what its open children may still execute. Children that exclude each other count as the
 * largest of them, but never as less than what they have executed together.
 */
export function committed(plan: Sized): Big {
  const { children, spec } = plan;
  const groups = kindOf(spec).alternatives?.(spec) ?? [];
  const sizesOf = (some: readonly Committing[]): Big[] => some.map((child) => committedBy(plan, child));
  const alone = children.filter(({ key }) => !groups.some((group) => group.includes(key)));
  const largest = groups.map((group) => {
    const members = children.filter(({ key }) => group.includes(key));
    const done = total(sizesOf(members.filter(({ state }) => state === 'over')));
    return sizesOf(members).reduce((most, size) => (size.gt(most) ? size : most), done);
  });
  return total([...sizesOf(alone), ...largest]);
}

function committedBy(plan: Sized, { order, state, filled }: Committing): Big {
  const size = openingSize(plan, order);
  if (!size || state === 'rejected' || state === 'not-sent') return new Big(0);
  return state === 'over' ? new Big(filled) : size;
}

const total = (sizes: readonly Big[]): Big => sizes.reduce((sum, size) => sum.plus(size), new Big(0));

/**
 * What the plan may have executed when this order and all others are over; null for exits and cancels. Of a change: what
 * its order had executed at the last read, and the new size. What fills between that read and the change comes on top: less
 * than what rested then, because a filled order cannot be changed.
 */
export function executedAfter(
  plan: Plan,
  { executions }: PlanView,
  { key, order }: { readonly key: string; readonly order: ChildOrder },
): Big | 'unread' | null {
  const { spec, children } = plan;
  if (order.do !== 'modify') {
    const open: Committing = { key, order, state: 'sending', filled: '0' };
    return (
      openingSize(plan, order) && committed({ spec, children: [...children.filter((one) => one.key !== key), open] })
    );
  }
  const target = childOf(plan, order.target);
  const read = executions.get(order.target);
  if (!target || !read) return 'unread';
  const others = children.filter((child) => child !== target);
  return committed({ spec, children: others }).plus(read.filled).plus(order.sz);
}

/** What it has executed so far, open children included. */
export function executed(plan: Sized, executions: PlanView['executions']): Big {
  return plan.children.reduce((sum, child) => {
    if (!openingSize(plan, child.order)) return sum;
    if (child.state === 'over') return sum.plus(child.filled);
    return sum.plus(executions.get(child.key)?.filled ?? 0);
  }, new Big(0));
}
