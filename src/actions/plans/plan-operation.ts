import Big from 'big.js';
import type { ChildOrder } from '../../plans/child-order.ts';
import { type Child, childOf, type Plan } from '../../plans/plan.ts';
import type { OrderIds } from '../fills/order-ids.ts';
import type { Operation } from '../operations.ts';
import type { SwapQuote } from '../orders/quote-swap.ts';
import type { ActionContext } from '../pipeline/action-context.ts';
import { type NotYet, swapOperation, triggerOperation } from './spot-operation.ts';

/** The client order ids and venue numbers of a child's order: its own, and those that changes gave it; the newest last. */
export function idsOf(plan: Pick<Plan, 'children'>, child: Child): OrderIds {
  const changes = plan.children.filter(
    ({ order, state }) =>
      order.do === 'modify' && order.target === child.key && state !== 'rejected' && state !== 'not-sent',
  );
  const all = [child, ...changes];
  return {
    cloids: all.flatMap(({ order }) => ('cloid' in order ? [order.cloid] : [])),
    oids: all.flatMap(({ oid }) => (oid === null ? [] : [oid])),
  };
}

/** The operation that a child is; `quote`: of the swap that it is, read just now. A string says why it cannot be sent. */
export function planOperation(
  context: Pick<ActionContext, 'data'>,
  plan: Plan,
  order: ChildOrder,
  quote: SwapQuote | null,
): Operation | NotYet | string {
  const { walletId } = plan;
  switch (order.do) {
    case 'perp': {
      const { do: _, type: orderType, px: limitPx, ...terms } = order;
      const grouping = order.sl === null ? 'na' : 'positionTpsl';
      const usd = new Big(order.sz).times(limitPx);
      return { kind: 'placePerpOrder', draft: { walletId, ...terms, orderType, limitPx, tp: null, grouping, usd } };
    }
    case 'modify': {
      const target = perpTarget(plan, order.target);
      if (typeof target === 'string') return target;
      const { coin, isBuy, oid } = target;
      const draft = { walletId, coin, oid, isBuy, limitPx: order.px, sz: order.sz, newCloid: order.cloid };
      return { kind: 'modifyPerpOrder', draft };
    }
    case 'cancel':
      return cancelOperation(plan, order);
    case 'swap':
      return swapOperation(context, plan, order, quote);
    case 'trigger':
      return triggerOperation(context, plan, order);
  }
}

type Cancel = Extract<ChildOrder, { do: 'cancel' }>;

function cancelOperation(plan: Plan, { target: key, oid: stopOid }: Cancel): Operation | string {
  const child = childOf(plan, key);
  if (stopOid !== undefined && child?.order.do === 'perp') {
    const words = `${plan.summary}: stop of ${key}`;
    return { kind: 'cancelPerpOrder', draft: { walletId: plan.walletId, coin: child.order.coin, oid: stopOid, words } };
  }
  if (child?.order.do === 'trigger')
    return child.orderId === null
      ? `the id of ${key} is unknown`
      : { kind: 'cancelTriggerOrder', draft: { orderId: child.orderId, summary: `${plan.summary}: ${key}` } };
  const target = perpTarget(plan, key);
  if (typeof target === 'string') return target;
  const { coin, oid } = target;
  return { kind: 'cancelPerpOrder', draft: { walletId: plan.walletId, coin, oid, words: `${plan.summary}: ${key}` } };
}

function perpTarget(plan: Plan, key: string) {
  const child = childOf(plan, key);
  const oid = child && idsOf(plan, child).oids.at(-1);
  if (child?.order.do !== 'perp' || oid === undefined) return `the venue's number of ${key} is unknown`;
  return { coin: child.order.coin, isBuy: child.order.isBuy, oid };
}
