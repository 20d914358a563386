import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { queryWhole, request, text } from '../request.ts';
import { decimal, list, openEnum, opt, safeText, verbatim } from '../schema.ts';

const walletQuery = { wallet_id: text('wallet_id').optional() };

/** Times are milliseconds since the epoch. */
const periodQuery = request({
  ...walletQuery,
  start_time: queryWhole('start_time'),
  end_time: queryWhole('end_time').optional(),
  coin: text('coin', 32).optional(),
});

export const perpAccount = endpoint({
  id: 'perp.account',
  method: 'GET',
  path: '/api/v2/perp/account',
  summary: 'Margin account: value, what can be withdrawn, spot balances',
  source: 'facts',
  scope: 'unknown',
  desk: 'Markets pane',
  query: request(walletQuery),
  response: z.object({
    accountValue: decimal(),
    withdrawable: decimal(),
    spotBalances: list(z.object({ coin: safeText(), hold: decimal(), total: decimal() })),
  }),
});

export const perpFees = endpoint({
  id: 'perp.fees',
  method: 'GET',
  path: '/api/v2/perp/fees',
  summary: 'Maker and taker rates of the account',
  source: 'facts',
  scope: 'unknown',
  desk: 'Perp order form',
  query: request(walletQuery),
  response: z.object({
    makerRate: decimal(),
    takerRate: decimal(),
    dailyVolume: opt(decimal()),
    referralDiscount: opt(decimal()),
  }),
});

export const perpFills = endpoint({
  id: 'perp.fills',
  method: 'GET',
  path: '/api/v2/perp/fills',
  summary: 'Perpetual trades of a period',
  source: 'facts',
  scope: 'unknown',
  desk: 'Perp trades pane, portfolio pane, chart, alerts, unknown outcomes',
  query: periodQuery,
  response: list(
    z.object({
      coin: verbatim(),
      side: openEnum('buy', 'sell'),
      px: decimal(),
      sz: decimal(),
      fee: opt(decimal()),
      closedPnl: opt(decimal()),
      time: z.number(),
      oid: opt(z.number()),
      startPosition: opt(decimal()),
      direction: opt(safeText()),
      cloid: opt(safeText()),
    }),
  ),
});

export const perpFunding = endpoint({
  id: 'perp.funding',
  method: 'GET',
  path: '/api/v2/perp/funding',
  summary: 'Funding payments of a period; negative USDC was paid',
  source: 'facts',
  scope: 'unknown',
  desk: 'Funding pane, portfolio pane',
  query: periodQuery,
  response: list(
    z.object({
      coin: verbatim(),
      usdc: decimal(),
      fundingRate: opt(decimal()),
      szi: opt(decimal()),
      time: z.number(),
    }),
  ),
});
