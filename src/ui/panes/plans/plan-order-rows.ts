import Big from 'big.js';
import { formatClock, formatPrice, formatUsd, groupThousands } from '../../../domain/numbers/format.ts';
import { cleanText } from '../../../domain/text/clean-text.ts';
import type { ChildOrder } from '../../../plans/child-order.ts';
import { type Child, childOf } from '../../../plans/plan.ts';
import type { PlanMarket } from '../../../plans/plan-kind.ts';
import { childSizeText } from '../../../stores/orders/child-size-text.ts';
import type { DeskView } from '../../desk/desk.ts';
import type { TimedPlan } from './plan-columns.ts';

export interface DetailRow {
  readonly label: string;
  readonly value: string;
}

/** The newest orders of a plan that are listed; all are in the plan file. */
const mostChildren = 200;

/** Each order of a plan with its state, price, fee and request, the newest first. */
export function planOrderRows({ plan, now, market }: TimedPlan, desk: DeskView): DetailRow[] {
  const { children } = plan;
  const wanted = new Set(children.slice(-mostChildren).map(({ recordId }) => recordId));
  const requests = new Map(
    desk.records
      .getState()
      .records.filter(({ id }) => wanted.has(id))
      .map(({ id, requestId }) => [id, requestId]),
  );
  const shown = children.slice(-mostChildren).reverse();
  const older = children.length - shown.length;
  return [
    ...shown.map((child, index) => ({
      label: index === 0 ? 'its orders' : '',
      value: childText(child, {
        order: orderText(child.order, market, (key) => childOf(plan, key)?.order),
        execution: now.executions.get(child.key),
        market,
        requestId: (child.recordId && requests.get(child.recordId)) || null,
      }),
    })),
    ...(older > 0 ? [{ label: '', value: `and ${older} earlier ones` }] : []),
  ];
}

interface About {
  readonly order: string;
  readonly execution: { readonly filled: Big; readonly avgPx: Big | null } | undefined;
  readonly requestId: string | null;
  readonly market: PlanMarket | null;
}

/** `14:03:22  slice 3  buy 0.1 ETH market, over: 0.1 at 3,441.2, fee 0.12 USD, request req_1`. */
function childText(child: Child, { order, execution, requestId, market }: About): string {
  const { key, state, attempt, message, sentAtMs, feeUsd } = child;
  const filled = state === 'over' ? new Big(child.filled) : (execution?.filled ?? null);
  const avgPx = state === 'over' && child.avgPx !== null ? new Big(child.avgPx) : (execution?.avgPx ?? null);
  const isPlaced = child.order.do !== 'cancel' && child.order.do !== 'modify';
  const parts = [
    `${state}${attempt > 1 ? `, attempt ${attempt}` : ''}`,
    ...(isPlaced && filled
      ? [`filled ${childSizeText(filled, market)}${avgPx ? ` at ${formatPrice(avgPx)}` : ''}`]
      : []),
    ...(feeUsd === null || Number(feeUsd) === 0 ? [] : [`fee ${formatUsd(feeUsd)} USD`]),
    ...(message === '' || state === 'working' || state === 'over' ? [] : [cleanText(message, 200)]),
    ...(requestId ? [`request ${cleanText(requestId, 100)}`] : []),
  ];
  return `${formatClock(sentAtMs)}  ${key}  ${order}: ${parts.join(', ')}`;
}

function orderText(
  order: ChildOrder,
  market: PlanMarket | null,
  orderOf: (key: string) => ChildOrder | undefined,
): string {
  switch (order.do) {
    case 'perp': {
      const price = order.type === 'market' ? 'market' : `at ${groupThousands(order.px)}`;
      return `${order.isBuy ? 'buy' : 'sell'} ${groupThousands(order.sz)} ${order.coin} ${price}${order.reduceOnly ? ' reduce-only' : ''}`;
    }
    case 'modify':
      return `${orderOf(order.target) ? order.target : 'an order'} to ${groupThousands(order.sz)} at ${groupThousands(order.px)}`;
    case 'cancel':
      return 'cancel';
    case 'swap':
      return `swap ${childSizeText(order.baseUnits, market)}`;
    case 'trigger':
      return `sell ${childSizeText(order.baseUnits, market)} when the price is ${order.direction} ${groupThousands(order.value)} USD`;
  }
}
