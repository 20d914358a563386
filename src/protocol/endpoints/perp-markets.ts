import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { request, text } from '../request.ts';
import { decimal, list, opt, verbatim } from '../schema.ts';

const bookLevel = z.object({ price: decimal(), size: decimal(), numOrders: opt(z.number()) });

/**
 * Rates are fractions per hour or of the price, as the venue gives them; volumes are USD, open interest is in coins.
 */
export const perpMarketItem = z.object({
  ctx: z.object({
    markPx: decimal(),
    midPx: opt(decimal()),
    oraclePx: opt(decimal()),
    prevDayPx: opt(decimal()),
    dayNtlVlm: opt(decimal()),
    funding: opt(decimal()),
    openInterest: opt(decimal()),
    premium: opt(decimal()),
  }),
  meta: z.object({
    name: verbatim(),
    szDecimals: z.number().int().min(0).max(20),
    maxLeverage: z.number().int().min(1),
    assetIndex: opt(z.number()),
    onlyIsolated: opt(z.boolean()),
  }),
  asks: opt(list(bookLevel)),
  bids: opt(list(bookLevel)),
});

export const perpMarkets = endpoint({
  id: 'perp.markets',
  method: 'GET',
  path: '/api/v2/perp/markets',
  summary: 'Perpetual markets with their prices and rules',
  source: 'contract',
  scope: 'unknown',
  desk: 'Markets pane, positions pane, chart',
  response: list(perpMarketItem),
});

export const perpMarket = endpoint({
  id: 'perp.market',
  method: 'GET',
  path: '/api/v2/perp/markets/{coin}',
  summary: 'One perpetual market with its order book',
  source: 'facts',
  scope: 'unknown',
  desk: 'Book pane',
  params: request({ coin: text('coin', 32) }),
  response: perpMarketItem,
});
