import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { flag, nullable, oneOf, request, text, whole } from '../request.ts';
import { decimal, decimalText, list, openEnum, opt, safeText, verbatim } from '../schema.ts';

/** Outcome of one order. An item with `error` was refused, whatever the HTTP status. */
export const perpOrderResult = z.object({
  status: openEnum('success', 'error'),
  cloid: opt(safeText()),
  error: opt(safeText()),
  oid: opt(z.number()),
});

/** One result for each order of the request, in its order: HTTP 200 alone is no success. */
export const perpOrderResults = z.object({ results: list(perpOrderResult) });

const cloid = z.string().regex(/^0x[0-9a-fA-F]{32}$/, 'cloid must be 0x and 32 hex digits');
const coin = text('coin', 32);
const oid = whole('oid');

export const perpOrders = endpoint({
  id: 'perp.orders',
  method: 'GET',
  path: '/api/v2/perp/orders',
  summary: 'Open perpetual orders',
  source: 'facts',
  scope: 'unknown',
  desk: 'Perp orders pane, flatten, cancel all, unknown outcomes',
  query: request({ wallet_id: text('wallet_id').optional(), coin: coin.optional() }),
  response: list(
    z.object({
      coin: verbatim(),
      side: openEnum('buy', 'sell'),
      limitPx: decimal(),
      sz: decimal(),
      oid: z.number(),
      timestamp: opt(z.number()),
      orderType: opt(safeText()),
      cloid: opt(safeText()),
      reduceOnly: opt(z.boolean()),
    }),
  ),
});

const exitOrder = request({
  triggerPx: decimalText('triggerPx'),
  isMarket: flag('isMarket').default(true),
  limitPx: nullable(decimalText('limitPx')),
});

export const placePerpOrder = endpoint({
  id: 'perp.placeOrder',
  method: 'POST',
  path: '/api/v2/perp/order',
  summary: 'Place a perpetual order, with take profit and stop loss',
  source: 'facts',
  scope: 'unknown',
  desk: 'Perp order form, break-even, reverse, double',
  body: request({
    walletId: text('walletId'),
    coin,
    isBuy: flag('isBuy'),
    limitPx: nullable(decimalText('limitPx')),
    sz: nullable(decimalText('sz')),
    sizeUsd: nullable(decimalText('sizeUsd')),
    orderType: oneOf('orderType', ['limit', 'market']).optional(),
    cloid: nullable(cloid),
    grouping: text('grouping').optional(),
    reduceOnly: flag('reduceOnly').optional(),
    tp: exitOrder.optional(),
    sl: exitOrder.optional(),
  }).superRefine((order, context) => {
    if ((order.sz === undefined) === (order.sizeUsd === undefined))
      context.addIssue({ code: 'custom', path: ['sz'], message: 'give either sz or sizeUsd' });
    if (order.orderType === 'limit' && order.limitPx === undefined)
      context.addIssue({ code: 'custom', path: ['limitPx'], message: 'limitPx is needed for a limit order' });
  }),
  response: perpOrderResults,
});

const modification = {
  coin,
  isBuy: flag('isBuy'),
  limitPx: decimalText('limitPx'),
  sz: decimalText('sz'),
  cloid: nullable(cloid),
  newCloid: nullable(cloid),
  oid: nullable(oid),
  orderType: text('orderType').optional(),
};

export const modifyPerpOrder = endpoint({
  id: 'perp.modifyOrder',
  method: 'PATCH',
  path: '/api/v2/perp/order',
  summary: 'Change the price and size of an open perpetual order',
  source: 'facts',
  scope: 'unknown',
  desk: 'Perp orders pane',
  body: request({ walletId: text('walletId'), ...modification }),
  response: perpOrderResults,
});

export const modifyPerpOrders = endpoint({
  id: 'perp.modifyOrders',
  method: 'PATCH',
  path: '/api/v2/perp/orders',
  summary: 'Change several open perpetual orders at once',
  source: 'contract',
  scope: 'unknown',
  desk: 'Perp orders pane (move orders)',
  body: request({
    walletId: text('walletId'),
    modifications: z.array(request(modification), { error: 'modifications must be a list' }),
  }),
  response: perpOrderResults,
});

export const cancelPerpOrder = endpoint({
  id: 'perp.cancelOrder',
  method: 'DELETE',
  path: '/api/v2/perp/order',
  summary: 'Cancel one open perpetual order, or all of a coin',
  source: 'facts',
  scope: 'unknown',
  desk: 'Perp orders pane, flatten, cancel all',
  body: request({
    walletId: text('walletId'),
    coin,
    oid: oid.optional(),
    cloid: cloid.optional(),
    cancelAll: flag('cancelAll').optional(),
  }).superRefine((order, context) => {
    if (order.oid === undefined && order.cloid === undefined && !order.cancelAll)
      context.addIssue({ code: 'custom', path: ['oid'], message: 'give oid, cloid or cancelAll' });
  }),
  response: perpOrderResults,
});
