import { readPositive } from '../../domain/numbers/decimal.ts';
import type { HandlerInput, ResponseInput } from '../../protocol/endpoint.ts';
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
import { refuseField } from './refuse-field.ts';

/** Ten years: a larger number is a slip, such as milliseconds. */
const mostExpiryHours = 87_600;

function expiry(order: TriggerOrder): string | null {
  const atMs = expiresAtMs(order);
  return atMs === null ? null : new Date(atMs).toISOString();
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
    route(createTriggerOrder, ({ body }) => {
      checkMeaning(body);
      return view(triggers, account.createTrigger(body));
    }),
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

/** What the contract's forms allow and nobody can mean. */
function checkMeaning({
  expiryHours,
  triggerBehavior,
  triggerValue,
  trailingPercentage,
}: HandlerInput<typeof createTriggerOrder>['body']): void {
  if (expiryHours > mostExpiryHours)
    throw refuseField('expiryHours', `must be a whole number from 0, which is never, to ${mostExpiryHours}`);
  if (triggerBehavior === 'immediate' && trailingPercentage !== undefined)
    throw refuseField('trailingPercentage', 'is only for triggerBehavior trailing');
  if (triggerBehavior === 'trailing' && triggerValue !== undefined)
    throw refuseField('triggerValue', 'is only for triggerBehavior immediate');
  if (triggerValue !== undefined && !readPositive(triggerValue)) throw refuseField('triggerValue', 'must be above 0');
}
