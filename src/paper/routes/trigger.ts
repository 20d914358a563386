import type { ResponseInput } from '../../protocol/endpoint.ts';
import {
  cancelTriggerOrder,
  createTriggerOrder,
  getTriggerOrder,
  listTriggerOrders,
} from '../../protocol/endpoints/trigger.ts';
import { floatText } from '../exchange/spot/market-events.ts';
import type { SpotMarket } from '../exchange/spot/spot-market.ts';
import { expiresAtMs, type TriggerOrder, triggerLevel } from '../exchange/spot/trigger-book.ts';
import { type Route, route } from '../handler.ts';

/** The last moment that a date can name: no rule bounds how many hours an order may wait. */
const lastDateMs = 8.64e15;

function expiry(order: TriggerOrder): string | null {
  const atMs = expiresAtMs(order);
  return atMs === null ? null : new Date(Math.min(atMs, lastDateMs)).toISOString();
}

/** A trailing order's `value` is the level at which it would fire now. */
function view(order: TriggerOrder): ResponseInput<typeof getTriggerOrder> {
  const isTrailing = order.triggerBehavior === 'trailing';
  return {
    orderId: order.orderId,
    amount: order.amount,
    inputToken: order.inputToken,
    outputToken: order.outputToken,
    status: order.status,
    createdAt: new Date(order.createdAtMs).toISOString(),
    updatedAt: new Date(order.updatedAtMs).toISOString(),
    expiresAt: expiry(order),
    chain: order.chain,
    trigger: {
      metric: order.triggerMetric,
      direction: order.triggerDirection,
      value: isTrailing ? floatText(triggerLevel(order)) : (order.triggerValue ?? null),
      trailingPercentage: isTrailing ? (order.trailingPercentage ?? null) : null,
    },
  };
}

/** Trigger orders. */
export const triggerRoutes = (spot: SpotMarket): Route[] => [
  route(createTriggerOrder, ({ body }) => view(spot.account.createTrigger(body))),
  route(listTriggerOrders, ({ query: { limit, cursor } }) => {
    const { orders, nextCursor } = spot.account.triggers.list(limit, cursor);
    return { orders: orders.map(view), nextCursor };
  }),
  route(getTriggerOrder, ({ params: { orderId } }) => view(spot.account.triggers.get(orderId))),
  route(cancelTriggerOrder, ({ params: { orderId } }) => {
    const { status } = spot.account.cancelTrigger(orderId);
    return { orderId, status };
  }),
];
