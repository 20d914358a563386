import type { Chain } from '../../domain/market/chain.ts';
import { type Random, seededRandom } from '../../platform/time/random.ts';
import { Account } from '../account/account.ts';
import { defaultPerpWalletId, Wallets } from '../account/wallets.ts';
import { PerpExchange } from '../exchange/perps/perp-exchange.ts';
import { ReferencePrices, type ReferencePricesState } from '../exchange/prices/reference-prices.ts';
import { idOf } from '../exchange/spot/tokens/token-book.ts';
import { SpotMarket } from '../exchange/spot/trading/spot-market.ts';
import type { ReadIntent } from '../limits/constraints.ts';
import { createReadIntent, type PerpFacts, type SpotFacts } from '../limits/constraints-intent.ts';
import type { ScenarioName } from '../names.ts';
import { marketKinds } from '../names.ts';
import { accountRoutes } from '../routes/account.ts';
import { agentRoutes } from '../routes/agents.ts';
import { alphaRoutes } from '../routes/alpha.ts';
import { faucetRoutes } from '../routes/faucet.ts';
import { perpRoutes } from '../routes/perp.ts';
import { portfolioRoutes } from '../routes/portfolio.ts';
import { scenarioRoutes } from '../routes/scenarios.ts';
import { splitRoutes } from '../routes/splits.ts';
import { swapRoutes } from '../routes/swap.ts';
import { taskRoutes } from '../routes/tasks.ts';
import { tokenRoutes } from '../routes/tokens.ts';
import { transferRoutes } from '../routes/transfers.ts';
import { triggerRoutes } from '../routes/trigger.ts';
import { walletGroupRoutes } from '../routes/wallet-groups.ts';
import { walletRoutes } from '../routes/wallets.ts';
import { ChainState } from '../rpc/chain-state.ts';
import { PaperError, type Route } from '../service/handler.ts';
import type { PaperWorld, Usage, WorldOptions } from './world-shape.ts';

const rugAfterMs = 180_000;

interface WorldState {
  readonly prices: ReferencePricesState;
  readonly spot: ReturnType<SpotMarket['snapshot']>;
  readonly perps: ReturnType<PerpExchange['snapshot']>;
  readonly account: ReturnType<Account['snapshot']>;
}

/** The paper market and account: reference prices, spot pools, the perp venue, wallets and settings. */
export class World implements PaperWorld {
  readonly readIntent: ReadIntent;
  readonly #prices: ReferencePrices;
  readonly #spot: SpotMarket;
  readonly #perps: PerpExchange;
  readonly #account: Account;
  readonly #hasSplits: boolean;

  constructor(options: WorldOptions) {
    // Each part has its own random source: a call to one never changes what the others do next.
    this.#prices = new ReferencePrices(fork(options.random), {
      startMs: options.startMs,
      scale: marketKinds[options.market ?? 'real'],
    });
    const prices = this.#prices;
    const wallets = new Wallets();
    const archive = (walletId: string) => void this.#account.archive(walletId, this.#spot.nowMs);
    this.#spot = new SpotMarket({ ...options, random: fork(options.random), prices, wallets, archive });
    this.#hasSplits = options.hasSplits ?? true;
    this.#perps = new PerpExchange({
      ...options,
      random: fork(options.random),
      prices,
      wallets,
      defaultWalletId: defaultPerpWalletId,
    });
    this.#account = new Account({ ...options, random: fork(options.random), wallets });
    const { account, book } = this.#spot;
    this.#account.suggestions.follow({
      tradedAtMs: (wanted) => account.tradedAtMs(wanted),
      token: (chain, address) => {
        const token = book.find(chain, address);
        return token && { ...token, priceUsd: book.priceUsd(token) };
      },
    });
    this.readIntent = createReadIntent({
      spot: spotFacts(this.#spot),
      perps: perpFacts(this.#perps),
      settings: () => this.#account.settings,
    });
  }

  chainState(chain: Chain): ChainState {
    return new ChainState(chain, this.#spot);
  }

  isTaskOpen(taskId: string): boolean {
    const status = this.#spot.tasks.find(taskId)?.status;
    return status === 'submitted' || status === 'pending';
  }

  routes(usage: (keyId: string) => Usage): Route[] {
    const enableMultisend = (walletId: string) => this.#spot.enableMultisend(walletId);
    return [
      ...swapRoutes(this.#spot),
      ...faucetRoutes(this.#spot),
      ...scenarioRoutes((name) => this.play(name)),
      ...triggerRoutes(this.#spot),
      ...transferRoutes(this.#spot),
      ...splitRoutes(this.#spot, this.#account.groups, this.#hasSplits),
      ...taskRoutes(this.#spot),
      ...tokenRoutes(this.#spot),
      ...portfolioRoutes(this.#spot),
      ...alphaRoutes(this.#spot),
      ...perpRoutes(this.#perps),
      ...accountRoutes(this.#account, { usage, enableMultisend }),
      ...walletRoutes(this.#account),
      ...walletGroupRoutes(this.#account),
      ...agentRoutes(this.#account),
    ];
  }

  advance(nowMs: number, marketElapsedMs: number): void {
    this.#prices.advance(marketElapsedMs);
    this.#spot.advance(nowMs, marketElapsedMs);
    this.#perps.advance(nowMs, marketElapsedMs);
  }

  play(name: ScenarioName): void {
    this.#prices.play(name);
    if (name === 'listing') this.#spot.launch(null);
    if (name === 'rug') this.#spot.launch(rugAfterMs);
  }

  get isOut(): boolean {
    return this.#prices.isOut;
  }

  /**
   * Multiplies the reference price of a coin: with the next step its perp stands there, and the crowd begins to trade its
   * pools there. Throws for an unknown coin.
   */
  movePrice(coin: string, factor: number): void {
    this.#prices.set(coin, this.#prices.priceUsd(coin) * factor);
  }

  snapshot(): unknown {
    const state: WorldState = {
      prices: this.#prices.snapshot(),
      spot: this.#spot.snapshot(),
      perps: this.#perps.snapshot(),
      account: this.#account.snapshot(),
    };
    return state;
  }

  restore(state: unknown): void {
    const { prices, spot, perps, account } = state as WorldState;
    this.#prices.restore(prices);
    this.#spot.restore(spot);
    this.#perps.restore(perps);
    this.#account.restore(account);
  }
}

const spotFacts = (spot: SpotMarket): SpotFacts => ({
  usdValue: (...amount) => spot.usdValue(...amount),
  isBuy: (...pair) => spot.isBuy(...pair),
  holding: (walletId, chain, address) => {
    const token = spot.book.find(chain, address);
    return token ? spot.ledger.balance(walletId, idOf(token)) : 0n;
  },
  priceImpactPct: (swap) => orNull(() => spot.swaps.plan(swap).priceImpactPct),
  splitWallets: (planId) => {
    const job = spot.account.splits.find(planId)?.job;
    return job ? [{ walletId: job.walletId, chain: job.chain }, ...job.shares] : [];
  },
  signedSwap: (submission) => spot.account.signing.swapIn(submission),
});

const perpFacts = (perps: PerpExchange): PerpFacts => ({
  markPx: (coin) => orNull(() => perps.market(coin).ctx.markPx),
  positionSize: (walletId, coin) => {
    const positions = orNull(() => perps.positions(walletId).positions) ?? [];
    return positions.find((position) => position.coin === coin)?.szi ?? '0';
  },
});

/** What the market does not know is not limited: the call's own route reports the error. */
function orNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof PaperError) return null;
    throw error;
  }
}

const fork = (random: Random) => seededRandom(random.int(2 ** 32));
