import { portfolioHistory, portfolioPnl } from '../../protocol/endpoints/portfolio.ts';
import { type FakeReads, jup, mainAddress, sol, usdc } from '../desk-data.fixture.ts';
import { queryKeys } from '../desk-data.ts';

export const tradedAtMs = Date.UTC(2026, 0, 1, 12, 0, 0);

/** A trade as it comes over the wire; the higher its number, the older it is. */
export const wireTrade = (number: number, over: object = {}) => ({
  chain: 'solana',
  txHash: `tx${number}`.padEnd(88, 'a'),
  timestamp: tradedAtMs / 1000 - number * 60,
  walletAddress: mainAddress,
  inputToken: sol,
  inputAmount: '1500000000',
  outputToken: jup,
  outputAmount: '301250000',
  token: jup,
  sizeUsd: '210.5',
  priceUsd: '0.6987',
  isBuy: true,
  ...over,
});

export const wirePnl = {
  portfolioHistory: Array.from({ length: 30 }, (_, day) => ({
    timestamp: tradedAtMs / 1000 - (29 - day) * 86_400,
    valueUsd: 20_000 + day * 100,
  })),
  positionCount: 3,
  totalBoughtUsd: 1_500.25,
  totalPnlUsd: 120.5,
  totalRealizedPnlUsd: -20,
  totalSoldUsd: 300,
  totalUnrealizedPnlUsd: 140.5,
  totalValueUsd: 22_900,
};

export const wireHoldings = {
  positions: [
    {
      walletAddress: mainAddress,
      tokenAddress: jup,
      network: 'sol',
      latestBalanceRaw: '100123456',
      tokenDecimal: 6,
      latestTokenUsdPrice: 0.6987,
      boughtUsd: 80.5,
      soldUsd: 10,
      boughtNative: 0.5,
      soldNative: 0.07,
      buyCount: 3,
      sellCount: 1,
      balanceUsd: 69.95,
      realisedPnlPct: -2.5,
      totalPnlPct: 4.25,
    },
    { walletAddress: mainAddress, tokenAddress: usdc, network: 'sol', latestBalanceRaw: '5000000', balanceUsd: 5 },
  ],
};

/** Fills the reads of the portfolio pane with answers as they come over the wire. */
export function answerPortfolio(
  { cache, answer }: Pick<FakeReads, 'cache' | 'answer'>,
  atMs: number,
  over: {
    pnl?: object;
    holdings?: readonly unknown[];
    trades?: readonly unknown[];
    hasMore?: boolean;
    warnings?: readonly string[];
  } = {},
): void {
  const pnl = portfolioPnl.response.parse({ ...wirePnl, ...over.pnl });
  cache.setQueryData(queryKeys.pnl('30d'), pnl, { updatedAt: atMs });
  answer('holdings', { positions: over.holdings ?? wireHoldings.positions }, atMs);
  const { trades } = portfolioHistory.response.parse({ trades: over.trades ?? [wireTrade(1), wireTrade(2)] });
  cache.setQueryData(
    queryKeys.history(),
    { trades, hasMore: over.hasMore ?? false, warnings: over.warnings ?? [] },
    { updatedAt: atMs },
  );
}
