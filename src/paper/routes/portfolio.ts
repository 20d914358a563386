import {
  portfolioBalances,
  portfolioHistory,
  portfolioPnl,
  portfolioPositions,
} from '../../protocol/endpoints/portfolio.ts';
import type { SpotMarket } from '../exchange/spot/trading/spot-market.ts';
import { Paged, type Route, route } from '../service/handler.ts';
import { requireName } from './refuse-field.ts';

/** Balances, profit and loss, trades and positions of the spot wallets. */
export const portfolioRoutes = (spot: SpotMarket): Route[] => [
  route(portfolioBalances, ({ query: { chain } }) => spot.account.portfolio.balances(chain)),
  route(portfolioPnl, ({ query: { timeframe } }) => spot.account.portfolio.pnl(timeframe, spot.nowMs)),
  route(portfolioHistory, ({ query: { chain, page, limit } }) => {
    const { data, total, hasMore } = spot.account.portfolio.history(chain, page, limit);
    return new Paged(data, { hasMore, limit, page, total });
  }),
  route(portfolioPositions, ({ query: { chain, status } }) => {
    requireName('status', status, ['open', 'closed', 'all']);
    return spot.account.portfolio.positions(chain, status);
  }),
];
