import Big from 'big.js';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Random } from '../../../platform/time/random.ts';
import type { HandlerInput, ResponseInput } from '../../../protocol/endpoint.ts';
import type { modifyPerpOrders, placePerpOrder } from '../../../protocol/endpoints/perp-orders.ts';
import type {
  adjustPerpMargin,
  closePerpPosition,
  setPerpLeverage,
} from '../../../protocol/endpoints/perp-position.ts';
import type { Wallets } from '../../account/wallets.ts';
import { PaperError } from '../../service/handler.ts';
import type { Bus } from '../../world/bus.ts';
import type { ReferencePrices } from '../prices/reference-prices.ts';
import type { MarginAccount } from './margin/margin-account.ts';
import { adjustMargin, setLeverage } from './margin/margin-changes.ts';
import { PerpAccounts, type PerpAccountsState } from './margin/perp-accounts.ts';
import { moveMarket } from './market/market-step.ts';
import type { PerpMarketState } from './market/perp-market.ts';
import { PerpMarkets } from './market/perp-markets.ts';
import { seedPerpAccount } from './market/perp-seed.ts';
import type { Venue } from './market/venue.ts';
import { cancel, modify } from './orders/change-order.ts';
import {
  type CancelBody,
  itemResult,
  type Modification,
  type OrderResult,
  type PlaceBody,
} from './orders/order-results.ts';
import { OrderError } from './orders/order-rules.ts';
import { closePosition, place } from './orders/place-order.ts';
import { isSleeping } from './orders/resting.ts';
import { inPeriod, type Period, viewAccount, viewFees, viewMarket, viewOrder, viewPositions } from './perp-views.ts';

const dayMs = 86_400_000;
const firstWalletUsd = new Big(5_000);

type Results = ResponseInput<typeof placePerpOrder>;
type Outcome = ResponseInput<typeof adjustPerpMargin>;

interface PerpSnapshot extends PerpAccountsState {
  readonly nowMs: number;
  readonly marketMs: number;
  readonly nextOid: number;
  readonly markets: Record<string, PerpMarketState>;
}

/**
 * Paper's perp venue: markets that follow the reference prices, one margin account per wallet, and all perp operations
 * of the protocol. Violations of venue rules are reported per item; an unknown wallet is a PaperError.
 */
export class PerpExchange {
  readonly accounts: PerpAccounts;
  readonly venue: Venue;
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #bus: Bus;
  readonly #userId: string;
  readonly #markets: PerpMarkets;
  #nowMs: number;
  /** Starts at wall time and runs at the market's speed; stops while paper is stopped. */
  #marketMs: number;
  #nextOid = 91_200_001;

  constructor(options: {
    clock: Clock;
    random: Random;
    bus: Bus;
    prices: ReferencePrices;
    startMs: number;
    /** Of a saved account nothing is made up, since all of it is restored. */
    isSaved?: boolean;
    userId: string;
    wallets: Wallets;
    defaultWalletId: string;
  }) {
    this.#clock = options.clock;
    this.#random = options.random;
    this.#bus = options.bus;
    this.#userId = options.userId;
    this.#nowMs = options.startMs;
    this.#marketMs = options.startMs;
    this.#markets = new PerpMarkets(options.prices, options.random, options);
    const accounts = new PerpAccounts(options.wallets, options.defaultWalletId);
    this.accounts = accounts;
    this.venue = {
      markets: this.#markets,
      accounts: () => accounts.all(),
      // Between two steps the clock is ahead of the market; an order is stamped with the later time.
      nowMs: () => Math.max(this.#nowMs, this.#clock.now()),
      nextOid: () => this.#nextOid++,
    };
    if (options.isSaved) return;
    const pastUsd = (coin: string, atMs: number) => options.prices.pastUsd(coin, atMs);
    seedPerpAccount(this.venue, accounts.get(undefined), options.startMs, pastUsd);
    // Whoever writes a bot takes the first wallet of the list, for everything.
    const [first] = options.wallets.all;
    if (first) accounts.get(first.walletId).deposit(firstWalletUsd);
  }

  /** Advances the market to the wall time `nowMs`. Call it after the reference prices have moved. */
  advance(nowMs: number, marketElapsedMs: number): void {
    const fromWallMs = this.#nowMs;
    const fromMs = this.#marketMs;
    this.#nowMs = Math.max(this.#nowMs, nowMs);
    this.#marketMs += marketElapsedMs;
    const step = { fromMs, toMs: this.#marketMs, fromWallMs, toWallMs: this.#nowMs };
    for (let moved = moveMarket(this.venue, step); moved > 0; moved--) this.#notify();
  }

  markets() {
    return this.#markets.all.map((market) => viewMarket(this.venue, market));
  }

  market(coin: string) {
    const market = this.#markets.find(coin);
    if (!market) throw new PaperError(404, 'NOT_FOUND', `no perp market ${coin}`);
    return viewMarket(this.venue, market);
  }

  positions(walletId: string | undefined) {
    return viewPositions(this.accounts.get(walletId), this.#markets);
  }

  accountState(walletId: string | undefined) {
    return viewAccount(this.accounts.get(walletId), this.#markets);
  }

  fees(walletId: string | undefined) {
    return viewFees(this.accounts.get(walletId), this.venue.nowMs() - dayMs);
  }

  /** An exit is listed once its entry is filled. */
  orders(walletId: string | undefined, coin: string | undefined) {
    const account = this.accounts.get(walletId);
    const active = [...account.orders.values()].filter((order) => !isSleeping(account, order));
    return active.filter((order) => coin === undefined || order.coin === coin).map(viewOrder);
  }

  /** Newest first. */
  fills(period: Period) {
    return inPeriod(this.accounts.get(period.wallet_id).fills, period);
  }

  /** Newest first. */
  funding(period: Period) {
    return inPeriod(this.accounts.get(period.wallet_id).fundings, period);
  }

  place(body: PlaceBody): Results {
    return this.#run(body.walletId, (account) => place(this.venue, account, body));
  }

  modify(body: HandlerInput<typeof modifyPerpOrders>['body']): Results {
    const change = (account: MarginAccount, item: Modification): OrderResult =>
      itemResult(() => modify(this.venue, account, item), item.cloid);
    return this.#run(body.walletId, (account) => body.modifications.map((item) => change(account, item)));
  }

  cancel(body: CancelBody): Results {
    return this.#run(body.walletId, (account) => cancel(account, body));
  }

  close({ walletId, coin, percentage }: HandlerInput<typeof closePerpPosition>['body']): Results {
    return this.#run(walletId, (account) => [itemResult(() => closePosition(this.venue, account, coin, percentage))]);
  }

  adjustMargin({ walletId, coin, amount }: HandlerInput<typeof adjustPerpMargin>['body']): Outcome {
    return this.#attempt(walletId, (account) => adjustMargin(account, this.#markets, coin, amount));
  }

  setLeverage({ walletId, coin, leverage, isCross }: HandlerInput<typeof setPerpLeverage>['body']): Outcome {
    return this.#attempt(walletId, (account) => setLeverage(account, this.#markets, coin, leverage, isCross));
  }

  snapshot(): unknown {
    const snapshot: PerpSnapshot = {
      nowMs: this.#nowMs,
      marketMs: this.#marketMs,
      nextOid: this.#nextOid,
      markets: this.#markets.snapshot(),
      ...this.accounts.snapshot(),
    };
    return snapshot;
  }

  /** Restores what `snapshot` returned. Hours while paper was off pay no funding: its market stood still. */
  restore(state: unknown): void {
    const { nowMs, marketMs, nextOid, markets, ...accounts } = state as PerpSnapshot;
    this.#nowMs = Math.max(nowMs, this.#clock.now());
    this.#marketMs = marketMs;
    this.#nextOid = nextOid;
    this.#markets.restore(markets);
    this.accounts.restore(accounts);
  }

  #run(walletId: string, run: (account: MarginAccount) => OrderResult[]): Results {
    const results = run(this.accounts.trading(walletId));
    if (results.some((result) => result.status === 'success')) this.#notify();
    return { results };
  }

  #attempt(walletId: string, run: (account: MarginAccount) => void): Outcome {
    const account = this.accounts.trading(walletId);
    try {
      run(account);
    } catch (error) {
      if (error instanceof OrderError) return { success: false, error: error.message };
      throw error;
    }
    this.#notify();
    return { success: true };
  }

  #notify(): void {
    const data = { type: 'perpsOrder', taskId: `task_${this.#random.hex(8)}`, userId: this.#userId };
    this.#bus.publish({ stream: 'portfolio.notifications', filter: {}, userId: this.#userId, data });
  }
}
