import { z } from 'zod';
import { timeframes } from '../../domain/market/timeframe.ts';
import { endpoint } from '../endpoint.ts';
import { chain, oneOf, queryWhole, request, text } from '../request.ts';
import { chainName, decimal, decimalNumber, list, opt, safeText, time, verbatim } from '../schema.ts';

/** `nativeBalance` is in base units or whole units, depending on the deployment: show it as received. */
export const walletBalance = z.object({
  chain: chainName(),
  walletAddress: verbatim(),
  nativeBalance: decimal(),
  nativeBalanceUsd: decimalNumber(),
  nativeSymbol: safeText(),
});

export const portfolioBalances = endpoint({
  id: 'portfolio.balances',
  method: 'GET',
  path: '/api/v2/portfolio/balances',
  summary: 'Native balances of all wallets, with warnings about what could not be read',
  source: 'contract',
  scope: 'unknown',
  desk: 'Balances pane',
  query: request({ chain: chain().optional() }),
  response: z.object({ wallets: list(walletBalance), warnings: opt(list(safeText())) }),
});

export const portfolioPnl = endpoint({
  id: 'portfolio.pnl',
  method: 'GET',
  path: '/api/v2/portfolio/pnl',
  summary: 'Profit and loss of a period, in USD',
  source: 'contract',
  scope: 'unknown',
  desk: 'Portfolio pane',
  query: request({ timeframe: oneOf('timeframe', timeframes).default('30d') }),
  response: z.object({
    portfolioHistory: list(z.object({ timestamp: time(), valueUsd: decimalNumber() })),
    positionCount: z.number(),
    totalBoughtUsd: decimalNumber(),
    totalPnlUsd: decimalNumber(),
    totalRealizedPnlUsd: decimalNumber(),
    totalSoldUsd: decimalNumber(),
    totalUnrealizedPnlUsd: decimalNumber(),
    totalValueUsd: decimalNumber(),
  }),
});

export const portfolioHistory = endpoint({
  id: 'portfolio.history',
  method: 'GET',
  path: '/api/v2/portfolio/history',
  summary: 'Swaps that the wallets made, newest first',
  source: 'facts',
  scope: 'unknown',
  desk: 'Trades pane',
  query: request({
    chain: chain().optional(),
    page: queryWhole('page', 1).default(1),
    limit: queryWhole('limit', 0, 100).default(20),
  }),
  response: z.object({
    trades: list(
      z.object({
        chain: chainName(),
        txHash: safeText(),
        timestamp: time(),
        walletAddress: opt(verbatim()),
        inputToken: verbatim(),
        inputAmount: opt(decimal()),
        outputToken: verbatim(),
        outputAmount: opt(decimal()),
        token: opt(safeText()),
        sizeUsd: opt(decimal()),
        priceUsd: opt(decimal()),
        isBuy: opt(z.boolean()),
      }),
    ),
    warnings: opt(list(safeText())),
  }),
});

const tokenPosition = z.object({
  walletAddress: verbatim(),
  tokenAddress: verbatim(),
  network: opt(chainName()),
  latestBalanceRaw: decimal(),
  tokenDecimal: opt(z.number()),
  latestTokenUsdPrice: opt(decimalNumber()),
  boughtUsd: opt(decimalNumber()),
  soldUsd: opt(decimalNumber()),
  boughtNative: opt(decimalNumber()),
  soldNative: opt(decimalNumber()),
  buyCount: opt(z.number()),
  sellCount: opt(z.number()),
  balanceUsd: opt(decimalNumber()),
  balanceNative: opt(decimalNumber()),
  realisedPnlPct: opt(decimalNumber()),
  totalPnlPct: opt(decimalNumber()),
});

export const portfolioPositions = endpoint({
  id: 'portfolio.positions',
  method: 'GET',
  path: '/api/v2/portfolio/positions',
  summary: 'Token holdings with what they cost and are worth',
  source: 'facts',
  scope: 'unknown',
  desk: 'Balances and holdings panes, swap and trigger forms',
  query: request({ chain: chain().optional(), status: text('status').optional() }),
  response: z.object({
    positions: list(tokenPosition),
    totalValueUsd: opt(decimalNumber()),
    positionCount: opt(z.number()),
    /** Neither is published for this operation; related lists have them when they are incomplete. */
    hasMore: opt(z.boolean()),
    warnings: opt(list(safeText())),
  }),
});
