import type { Clock } from '../platform/clock.ts';
import { type Random, seededRandom } from '../platform/random.ts';
import { Account } from './account/account.ts';
import { defaultPerpWalletId } from './account/wallets.ts';
import type { Bus } from './bus.ts';
import type { KeyUse, ReadIntent } from './constraints.ts';
import { createReadIntent } from './constraints-intent.ts';
import { PerpExchange } from './exchange/perps/perp-exchange.ts';
import { ReferencePrices } from './exchange/reference-prices.ts';
import { SpotMarket } from './exchange/spot/spot-market.ts';
import type { Route } from './handler.ts';
import type { KeyConstraints } from './keys.ts';
import { accountRoutes } from './routes/account.ts';
import { agentRoutes } from './routes/agents.ts';
import { alphaRoutes } from './routes/alpha.ts';
import { perpRoutes } from './routes/perp.ts';
import { portfolioRoutes } from './routes/portfolio.ts';
import { swapRoutes } from './routes/swap.ts';
import { taskRoutes } from './routes/tasks.ts';
import { tokenRoutes } from './routes/tokens.ts';
import { triggerRoutes } from './routes/trigger.ts';
import { walletGroupRoutes } from './routes/wallet-groups.ts';

export interface WorldOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly bus: Bus;
  /** Wall time at which this market's life began, ms since the epoch. */
  readonly startMs: number;
  readonly userId: string;
}

