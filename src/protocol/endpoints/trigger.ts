import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  chain,
  nullable,
  nullableOr,
  number,
  oneOf,
  queryWhole,
  request,
  slippageBps,
  text,
  whole,
} from '../request.ts';
import {
  baseUnitsText,
  chainName,
  decimal,
  decimalNumber,
  decimalText,
  list,
  openEnum,
  opt,
  safeText,
  verbatim,
} from '../schema.ts';

const condition = z.object({
  metric: openEnum('price_usd', 'market_cap_usd', 'liquidity_usd'),
  direction: openEnum('above', 'below'),
  value: opt(decimal()),
  trailingPercentage: opt(decimalNumber()),
});

/** Amounts are base units of `inputToken`. The contract lists no statuses; compare known ones case-insensitively. */
export const triggerOrder = z.object({
  orderId: verbatim(),
  amount: decimal(),
  inputToken: verbatim(),
  outputToken: verbatim(),
  status: openEnum('active', 'triggered', 'cancelled', 'success', 'failed', 'expired'),
  createdAt: safeText(),
  updatedAt: opt(safeText()),
  chain: opt(chainName()),
  trigger: opt(condition),
  /** Not in the contract; read if a deployment sends it. */
  expiresAt: opt(safeText()),
});

const newOrder = request({
  amount: baseUnitsText('amount'),
  chain: chain(),
  inputToken: text('inputToken'),
  outputToken: text('outputToken'),
  triggerDirection: oneOf('triggerDirection', ['above', 'below']),
  triggerMetric: oneOf('triggerMetric', ['price_usd', 'market_cap_usd', 'liquidity_usd']),
  walletId: text('walletId'),
  expiryHours: nullableOr(whole('expiryHours'), 24),
  slippageBps: nullableOr(slippageBps(), 1000),
  trailingPercentage: nullable(number('trailingPercentage', 0.01, 99)),
  triggerBehavior: nullableOr(oneOf('triggerBehavior', ['immediate', 'trailing']), 'immediate'),
  triggerValue: nullable(decimalText('triggerValue')),
}).superRefine((order, context) => {
  const missing = (field: 'trailingPercentage' | 'triggerValue') =>
    context.addIssue({
      code: 'custom',
      path: [field],
      message: `${field} is needed when triggerBehavior is ${order.triggerBehavior}`,
    });
  if (order.triggerBehavior === 'trailing' && order.trailingPercentage === undefined) missing('trailingPercentage');
  if (order.triggerBehavior === 'immediate' && order.triggerValue === undefined) missing('triggerValue');
});

const orderParams = request({ orderId: text('orderId') });

export const createTriggerOrder = endpoint({
  id: 'trigger.create',
  method: 'POST',
  path: '/api/v2/trigger/order',
  summary: 'Create an order that swaps when a price, market cap or liquidity is reached',
  source: 'contract',
  scope: 'unknown',
  desk: 'Trigger form',
  body: newOrder,
  response: triggerOrder,
});

export const listTriggerOrders = endpoint({
  id: 'trigger.list',
  method: 'GET',
  path: '/api/v2/trigger/orders',
  summary: 'Trigger orders, newest first, a page at a time',
  source: 'contract',
  scope: 'unknown',
  desk: 'Trigger orders pane, flatten, cancel all',
  query: request({ limit: queryWhole('limit', 0, 100).default(20), cursor: text('cursor', 2000).optional() }),
  response: z.object({ orders: list(triggerOrder), nextCursor: opt(verbatim()) }),
});

export const getTriggerOrder = endpoint({
  id: 'trigger.get',
  method: 'GET',
  path: '/api/v2/trigger/order/{orderId}',
  summary: 'One trigger order',
  source: 'facts',
  scope: 'unknown',
  desk: 'Unknown outcomes',
  params: orderParams,
  response: triggerOrder,
});

export const cancelTriggerOrder = endpoint({
  id: 'trigger.cancel',
  method: 'DELETE',
  path: '/api/v2/trigger/order/{orderId}',
  summary: 'Cancel a trigger order that is still waiting',
  source: 'facts',
  scope: 'unknown',
  desk: 'Trigger orders pane, flatten, cancel all',
  params: orderParams,
  response: z.object({ orderId: verbatim(), status: openEnum('cancelled') }),
});
