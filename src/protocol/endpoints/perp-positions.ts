import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { request, text } from '../request.ts';
import { decimal, list, openEnum, opt, safeText, verbatim } from '../schema.ts';

const spotBalance = z.object({ coin: safeText(), hold: decimal(), total: decimal() });

/**
 * `szi` is signed: negative is short. The contract does not show which fields are required, so only coin and szi are.
 */
export const perpPosition = z.object({
  coin: verbatim(),
  szi: decimal(),
  entryPx: opt(decimal()),
  leverageType: opt(openEnum('cross', 'isolated')),
  leverageValue: opt(decimal()),
  liquidationPx: opt(decimal()),
  marginUsed: opt(decimal()),
  positionValue: opt(decimal()),
  returnOnEquity: opt(decimal()),
  unrealizedPnl: opt(decimal()),
});

export const perpPositions = endpoint({
  id: 'perp.positions',
  method: 'GET',
  path: '/api/v2/perp/positions',
  summary: 'Open perpetual positions and the margin account behind them',
  source: 'contract',
  scope: 'unknown',
  desk: 'Positions pane',
  query: request({ wallet_id: text('wallet_id').optional() }),
  response: z.object({
    accountValue: decimal(),
    totalMarginUsed: decimal(),
    totalNtlPos: decimal(),
    withdrawable: decimal(),
    positions: list(perpPosition),
    spotBalances: opt(list(spotBalance)),
  }),
});
