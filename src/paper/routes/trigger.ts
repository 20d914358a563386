import type { ResponseInput } from '../../protocol/endpoint.ts';
import {
  cancelTriggerOrder,
  createTriggerOrder,
  getTriggerOrder,
  listTriggerOrders,
} from '../../protocol/endpoints/trigger.ts';
import type { SpotMarket } from '../exchange/spot/trading/spot-market.ts';
import type { TriggerBook } from '../exchange/spot/triggers/trigger-book.ts';
import { expiresAtMs, type TriggerOrder } from '../exchange/spot/triggers/trigger-order.ts';
import { type Route, route } from '../service/handler.ts';

/** The latest representable date: the hours until expiry are not limited. */
const lastDateMs = 8.64e15;

function expiry(order: TriggerOrder): string | null {
  const atMs = expiresAtMs(order);
  return atMs === null ? null : new Date(Math.min(atMs, lastDateMs)).toISOString();
}

/** A trailing order's `value` is the level at which it would fire now. */
function view(triggers: TriggerBook, order: TriggerOrder): ResponseInput<typeof getTriggerOrder> {
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
      value: triggers.level(order),
      trailingPercentage: isTrailing ? (order.trailingPercentage ?? null) : null,
    },
  };
}

/** Trigger orders. */
export const triggerRoutes = ({ account }: SpotMarket): Route[] => {
  const { triggers } = account;
  return [
    route(createTriggerOrder, ({ body }) => view(triggers, account.createTrigger(body))),
    route(listTriggerOrders, ({ query: { limit, cursor } }) => {
      const { orders, nextCursor } = triggers.list(limit, cursor);
      return { orders: orders.map((order) => view(triggers, order)), nextCursor };
    }),
    route(getTriggerOrder, ({ params: { orderId } }) => view(triggers, triggers.get(orderId))),
    route(cancelTriggerOrder, ({ params: { orderId } }) => {
      const { status } = account.cancelTrigger(orderId);
      return { orderId, status };
    }),
  ];
};
