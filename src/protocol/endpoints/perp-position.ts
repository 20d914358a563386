import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { flag, request, text, whole } from '../request.ts';
import { decimalText, opt, safeText } from '../schema.ts';
import { perpOrderResults } from './perp-orders.ts';

/** `success: false` is a refusal, whatever the HTTP status. */
const outcome = z.object({ success: z.boolean(), error: opt(safeText()) });

const target = { coin: text('coin', 32), walletId: text('walletId') };

/** The contract leaves the meaning of `percentage` open; published clients send 0 to 100 % of the position. */
export const closePerpPosition = endpoint({
  id: 'perp.closePosition',
  method: 'POST',
  path: '/api/v2/perp/position/close',
  summary: 'Close a perpetual position, whole or in part, at the market',
  source: 'contract',
  scope: 'unknown',
  desk: 'Close form, flatten',
  body: request({ ...target, percentage: whole('percentage', 0, 100).default(100) }),
  response: perpOrderResults,
});

export const adjustPerpMargin = endpoint({
  id: 'perp.adjustMargin',
  method: 'POST',
  path: '/api/v2/perp/position/margin',
  summary: 'Add USDC to the margin of an isolated position, or take some out (negative)',
  source: 'contract',
  scope: 'unknown',
  desk: 'Margin form',
  body: request({ ...target, amount: decimalText('amount') }),
  response: outcome,
});

export const setPerpLeverage = endpoint({
  id: 'perp.setLeverage',
  method: 'POST',
  path: '/api/v2/perp/leverage',
  summary: 'Set the leverage of a coin, and whether its margin is shared',
  source: 'facts',
  scope: 'unknown',
  desk: 'Leverage form',
  body: request({ ...target, leverage: whole('leverage', 1), isCross: flag('isCross').optional() }),
  response: outcome,
});
