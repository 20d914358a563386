import type { Clock } from '../../../platform/clock.ts';
import type { Random } from '../../../platform/random.ts';
import type { HandlerInput, ResponseInput } from '../../../protocol/endpoint.ts';
import type { modifyPerpOrders, placePerpOrder } from '../../../protocol/endpoints/perp-orders.ts';
import type {
  adjustPerpMargin,
  closePerpPosition,
  setPerpLeverage,
} from '../../../protocol/endpoints/perp-position.ts';
import { seedWallets } from '../../account/wallets.ts';
import type { Bus } from '../../bus.ts';
import { PaperError } from '../../handler.ts';
import type { ReferencePrices } from '../reference-prices.ts';
import { MarginAccount } from './margin-account.ts';
import { reviveAccount, type StoredAccount, storeAccount } from './margin-account-state.ts';
import { adjustMargin, setLeverage } from './margin-changes.ts';
import { followMarket, payFunding } from './market-events.ts';
import type { Venue } from './matching.ts';
import {
  type CancelBody,
  cancel,
  closePosition,
  itemResult,
  type Modification,
  modify,
  type OrderResult,
  type PlaceBody,
  place,
} from './order-entry.ts';
import { OrderError } from './order-rules.ts';
import type { PerpMarketState } from './perp-market.ts';
import { PerpMarkets } from './perp-markets.ts';
import { seedPerpAccount } from './perp-seed.ts';
import { inPeriod, type Period, viewAccount, viewFees, viewMarket, viewOrder, viewPositions } from './perp-views.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

type Results = ResponseInput<typeof placePerpOrder>;
type Outcome = ResponseInput<typeof adjustPerpMargin>;

interface PerpSnapshot {
  readonly nowMs: number;
  readonly nextOid: number;
  readonly fundedHour: number;
  readonly markets: Record<string, PerpMarketState>;
  readonly accounts: Record<string, StoredAccount>;
}

/**
 * The perp venue of paper: markets that follow the reference prices, one margin account per wallet, and every operation
 * of the protocol's perp files. Rules of the venue are refused per item; an unknown wallet is a PaperError.
 */
export class PerpExchange {
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #bus: Bus;
  readonly #userId: string;
  readonly #defaultWalletId: string;
  readonly #markets: PerpMarkets;
  readonly #venue: Venue;
  #accounts: Map<string, MarginAccount>;
  #nowMs: number;
  #fundedHour: number;
  #nextOid = 91_200_001;

  constructor(options: {
    clock: Clock;
    random: Random;
    bus: Bus;
    prices: ReferencePrices;
    startMs: number;
    userId: string;
    defaultWalletId: string;
  }) {
    this.#clock = options.clock;
    this.#random = options.random;
    this.#bus = options.bus;
    this.#userId = options.userId;
    this.#defaultWalletId = options.defaultWalletId;
    this.#nowMs = options.startMs;
    this.#fundedHour = Math.floor(options.startMs / hourMs);
    this.#markets = new PerpMarkets(options.prices, options.random, options.startMs);
    // Between two steps of the market the clock is ahead of it; an order is stamped with the later of the two.
    this.#venue = {
      markets: this.#markets,
      nowMs: () => Math.max(this.#nowMs, this.#clock.now()),
      nextOid: () => this.#nextOid++,
    };
    this.#accounts = new Map(seedWallets.map(({ walletId }) => [walletId, new MarginAccount()]));
    seedPerpAccount(this.#venue, this.#account(options.defaultWalletId), options.startMs);
  }

  /** Moves the market to `nowMs`: prices, fills, triggers, hourly funding, liquidations. Call after the reference prices moved. */
  advance(nowMs: number, marketElapsedMs: number): void {
    this.#nowMs = Math.max(this.#nowMs, nowMs);
    this.#markets.advance(this.#nowMs, marketElapsedMs);
    const hour = Math.floor(this.#nowMs / hourMs);
    // One hour at most: when the machine slept through several, the market stood still in them.
    const isFundingDue = hour > this.#fundedHour;
    for (const account of this.#accounts.values()) {
      const isMoved = followMarket(this.#venue, account);
      const isFunded = isFundingDue && account.positions.size > 0;
      if (isFunded) payFunding(this.#venue, account, hour * hourMs);
      if (isMoved || isFunded) this.#notify();
    }
    this.#fundedHour = Math.max(this.#fundedHour, hour);
  }
  markets() {
    return this.#markets.all.map(viewMarket);
  }

  market(coin: string) {
    const market = this.#markets.find(coin);
    if (!market) throw new PaperError(404, 'NOT_FOUND', `no perp market ${coin}`);
    return viewMarket(market);
  }

  positions(walletId: string | undefined) {
    return viewPositions(this.#account(walletId), this.#markets);
  }

  accountState(walletId: string | undefined) {
    return viewAccount(this.#account(walletId), this.#markets);
  }

  fees(walletId: string | undefined) {
    return viewFees(this.#account(walletId), this.#venue.nowMs() - dayMs);
  }

  orders(walletId: string | undefined, coin: string | undefined) {
    const orders = [...this.#account(walletId).orders.values()].map(viewOrder);
    return coin === undefined ? orders : orders.filter((order) => order.coin === coin);
  }

  /** Newest first. */
  fills(period: Period) {
    return inPeriod(this.#account(period.wallet_id).fills, period);
  }

  /** Newest first. */
  funding(period: Period) {
    return inPeriod(this.#account(period.wallet_id).fundings, period);
  }

  place(body: PlaceBody): Results {
    return this.#run(body.walletId, (account) => place(this.#venue, account, body));
  }

  modify(body: HandlerInput<typeof modifyPerpOrders>['body']): Results {
    const change = (account: MarginAccount, item: Modification): OrderResult =>
      itemResult(() => modify(this.#venue, account, item), item.cloid);
    return this.#run(body.walletId, (account) => body.modifications.map((item) => change(account, item)));
  }

  cancel(body: CancelBody): Results {
    return this.#run(body.walletId, (account) => cancel(account, body));
  }

  close({ walletId, coin, percentage }: HandlerInput<typeof closePerpPosition>['body']): Results {
    return this.#run(walletId, (account) => [itemResult(() => closePosition(this.#venue, account, coin, percentage))]);
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
      nextOid: this.#nextOid,
      fundedHour: this.#fundedHour,
      markets: this.#markets.snapshot(),
      accounts: Object.fromEntries([...this.#accounts].map(([walletId, account]) => [walletId, storeAccount(account)])),
    };
    return snapshot;
  }

  /** Takes what `snapshot` gave. Hours in which paper was switched off are not funded: its market stood still. */
  restore(state: unknown): void {
    const snapshot = state as PerpSnapshot;
    this.#nowMs = Math.max(snapshot.nowMs, this.#clock.now());
    this.#nextOid = snapshot.nextOid;
    this.#fundedHour = Math.max(snapshot.fundedHour, Math.floor(this.#nowMs / hourMs));
    this.#markets.restore(snapshot.markets);
    this.#accounts = new Map(
      Object.entries(snapshot.accounts).map(([walletId, stored]) => [walletId, reviveAccount(stored)]),
    );
  }

  #account(walletId: string | undefined): MarginAccount {
    const account = this.#accounts.get(walletId ?? this.#defaultWalletId);
    if (!account) throw new PaperError(404, 'NOT_FOUND', `no wallet ${walletId}`);
    return account;
  }

  /** An archived wallet can be read, not traded. */
  #tradingAccount(walletId: string): MarginAccount {
    const account = this.#account(walletId);
    if (seedWallets.some((wallet) => wallet.walletId === walletId && wallet.state === 'ARCHIVED'))
      throw new PaperError(400, 'INVALID_PARAMS', `wallet ${walletId} is archived`);
    return account;
  }

  #run(walletId: string, run: (account: MarginAccount) => OrderResult[]): Results {
    const results = run(this.#tradingAccount(walletId));
    if (results.some((result) => result.status === 'success')) this.#notify();
    return { results };
  }

  #attempt(walletId: string, run: (account: MarginAccount) => void): Outcome {
    const account = this.#tradingAccount(walletId);
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
