import { z } from 'zod';
import { openEnum, opt, safeText, verbatim } from '../schema.ts';
import { stream } from '../stream.ts';

/** Tells the client to read again; it has no data of its own. */
const poke = z.object({
  type: openEnum(
    'swap',
    'transfer',
    'approval',
    'automation',
    'strategy',
    'claim',
    'cleanup',
    'svmNonce',
    'crosschainSwap',
    'perpsOrder',
  ),
  userId: opt(verbatim()),
  /** Which of the three ids is present depends on `type`. */
  taskId: opt(verbatim()),
  rootTaskId: opt(safeText()),
  claimId: opt(safeText()),
  chainId: opt(z.number()),
});

export const portfolioNotifications = stream({
  id: 'portfolio.notifications',
  visibility: 'presence',
  source: 'facts',
  filters: [],
  summary: 'Something of the account changed: swaps, transfers, perpetual orders',
  desk: 'Balances and positions panes',
  payload: poke,
});

export const automationUpdates = stream({
  id: 'automation.updates',
  visibility: 'presence',
  source: 'facts',
  filters: [],
  summary: 'A trigger order, an automation or a strategy moved on',
  desk: 'Trigger orders pane',
  payload: poke,
});
