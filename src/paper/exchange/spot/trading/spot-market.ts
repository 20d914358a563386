import type { Chain } from '../../../../domain/market/chain.ts';
import type { Clock } from '../../../../platform/time/clock.ts';
import type { Random } from '../../../../platform/time/random.ts';
import type { Wallets } from '../../../account/wallets.ts';
import type { Bus } from '../../../world/bus.ts';
import { Ledger } from '../../ledger.ts';
import type { ReferencePrices } from '../../prices/reference-prices.ts';
import { SpotAccount, type SpotAccountState } from '../account/spot-account.ts';
import { type ReseedableRandom, reseedableRandom } from '../reseedable-random.ts';
import { AlphaService } from '../tokens/alpha-service.ts';
import type { AlphaSignal } from '../tokens/alpha-signal.ts';
import { CallEffects } from '../tokens/call-effects.ts';
import { HolderStats } from '../tokens/holder-stats.ts';
import { LaunchedTokens, type LaunchState } from '../tokens/launched-tokens.ts';
import { Launchpad } from '../tokens/launchpad.ts';
import { MarketEvents } from '../tokens/market-events.ts';
import type { PriceHistoryState } from '../tokens/price-history.ts';
import { type Market, TokenBook, type TokenBookState } from '../tokens/token-book.ts';
import { TokenHistories } from '../tokens/token-histories.ts';
import { OrderFlow } from './order-flow.ts';
import { isBuyOf, type SwapLeg } from './swap-router.ts';
import type { SwapService } from './swap-service.ts';
import type { TaskStore } from './task-store.ts';

interface SpotState {
  readonly nowMs: number;
  readonly account: SpotAccountState;
  readonly tokens: TokenBookState;
  readonly walks: Record<string, number>;
  /** Absent in older files. */
  readonly launches?: Record<string, LaunchState>;
  readonly signals: AlphaSignal[];
  readonly histories: Record<string, PriceHistoryState>;
}

const poolInfoMs = 5000;
/** After a suspend the market does not replay the missed hours. */
const longestStepMs = 60_000;

/** The spot part of the paper service: pools, crowd, and the account that trades in them. */
export class SpotMarket {
  readonly book: TokenBook;
  readonly wallets: Wallets;
  readonly account: SpotAccount;
  readonly alpha: AlphaService;
  readonly histories: TokenHistories;
  readonly #flow: OrderFlow;
  readonly #events: MarketEvents;
  readonly #launchpad: Launchpad;
  readonly #launched: LaunchedTokens;
  readonly #holders: HolderStats;
  readonly #effects = new CallEffects();
  readonly #forks: ReseedableRandom[] = [];
  #nowMs: number;
  #infoClockMs = 0;

  /** The owner of `prices` advances them; pools open at their current values. */
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
    /** A wallet's whole balance has been moved: by default only its state changes. */
    archive?: (walletId: string) => void;
  }) {
    const { random, bus, prices, startMs, isSaved = false, userId, wallets } = options;
    this.wallets = wallets;
    // Each part has its own random source, so that a request does not change what the crowd does next.
    const fork = () => {
      const forked = reseedableRandom(random.int(2 ** 32));
      this.#forks.push(forked);
      return forked;
    };
    this.#nowMs = startMs;
    const ledger = new Ledger(() => this.#nowMs);
    const book = new TokenBook(fork(), prices, ledger);
    this.book = book;
    this.#flow = new OrderFlow(book, prices, ledger, fork());
    this.#events = new MarketEvents(bus, book, fork());
    this.#launchpad = new Launchpad(book, bus, fork());
    const insiders = (market: Market) => this.#launched.insiders(market);
    this.#holders = new HolderStats({ book, ledger, bus, wallets, insiders });
    const histories = new TokenHistories(book, prices, startMs);
    this.histories = histories;
    const onCall: CallEffects['called'] = (market, effect) => this.#effects.called(market, effect);
    this.alpha = new AlphaService({ book, histories, bus, random: fork(), userId, startMs, isSaved, onCall });
    this.account = new SpotAccount({
      isSaved,
      book,
      histories,
      ledger,
      bus,
      wallets,
      userId,
      startMs,
      archive: options.archive ?? ((walletId) => wallets.archive(walletId, this.#nowMs)),
      events: this.#events,
      random: fork(),
      onLeg: (leg, maker, txHash) => this.#onLeg(leg, maker, txHash),
    });
    this.#launched = new LaunchedTokens(book, ledger, fork());
  }

  get ledger(): Ledger {
    return this.account.ledger;
  }

  get tasks(): TaskStore {
    return this.account.tasks;
  }

  get swaps(): SwapService {
    return this.account.swaps;
  }

  /** Market time of the last advance, which stamps everything until the next one. */
  get nowMs(): number {
    return this.#nowMs;
  }

  /**
   * `nowMs` stamps events and moves tasks and orders; `marketElapsedMs` is how much of the crowd's trading to simulate.
   */
  advance(nowMs: number, marketElapsedMs: number): void {
    this.#nowMs = nowMs;
    const elapsedMs = Math.min(Math.max(marketElapsedMs, 0), longestStepMs);
    const nudge = (market: Market, factor: number) => this.#flow.nudge(market, factor);
    this.#effects.advance(elapsedMs, nudge);
    this.#launched.advance(elapsedMs, {
      nudge,
      sellOut: (market) => this.#sellOut(market),
      graduate: (market) => this.#graduate(market),
      remove: (market) => !this.account.needs(market.listing.token) && this.book.remove(market),
    });
    this.#flow.advance(elapsedMs, (leg) => {
      const { maker, transactionId } = this.#events.stranger(leg.market.subject.chain);
      this.#onCrowdLeg(leg, maker, transactionId);
    });
    this.#holders.advance(nowMs, elapsedMs);
    this.#publishPoolInfo(elapsedMs);
    this.#launchpad.advance(nowMs, elapsedMs);
    this.alpha.advance(nowMs, elapsedMs);
    this.account.advance(nowMs);
  }

  /**
   * What a scenario is for spot: a token is launched and sold out at once, and those behind it sell everything after
   * `rugMs`, if not null.
   */
  launch(rugMs: number | null): void {
    const market = this.#launchpad.launch(this.#nowMs, rugMs !== null);
    const { startUsd, token } = market.listing;
    this.#flow.nudge(market, startUsd / this.book.priceUsd(token));
    this.#graduate(market);
    if (rugMs !== null) this.#launched.rugAt(market, rugMs);
  }

  /** See SpotAccount.enableMultisend. */
  enableMultisend(walletId: string): { message: string; taskId: string } {
    return this.account.enableMultisend(walletId);
  }

  /** USD value of base units of a token at the current price; null for an unlisted token. */
  usdValue(chain: Chain, tokenAddress: string, baseUnits: bigint): number | null {
    const token = this.book.find(chain, tokenAddress);
    return token && this.book.usdValue(token, baseUnits);
  }

  /** Whether a swap spends money (a stablecoin or the native coin) on a riskier asset. False for unlisted tokens. */
  isBuy(chain: Chain, inputMint: string, outputMint: string): boolean {
    const [input, output] = [this.book.find(chain, inputMint), this.book.find(chain, outputMint)];
    return input !== null && output !== null && isBuyOf(input, output);
  }

  /** Plain JSON, amounts as text. */
  snapshot(): unknown {
    const state: SpotState = {
      nowMs: this.#nowMs,
      account: this.account.snapshot(),
      tokens: this.book.snapshot(),
      walks: this.#flow.snapshot(),
      launches: this.#launched.snapshot(),
      signals: this.alpha.snapshot(),
      histories: this.histories.snapshot(),
    };
    return state;
  }

  /** Restores a snapshot of this version; call it before the first advance. */
  restore(snapshot: unknown): void {
    const state = snapshot as SpotState;
    this.book.restore(state.tokens);
    this.account.restore(state.account);
    this.#flow.restore(state.walks);
    this.#launched.restore(state.launches);
    this.alpha.restore(state.signals);
    this.histories.restore(state.histories, this.#nowMs);
    // The first run's seed would repeat its ids and transactions.
    for (const fork of this.#forks) fork.reseed(fork.int(2 ** 32) ^ state.nowMs);
  }

  #graduate(market: Market): void {
    const { maker, transactionId } = this.#events.stranger(market.subject.chain);
    this.#flow.buyOut(market, (leg) => this.#onCrowdLeg(leg, maker, transactionId));
    this.#launchpad.graduate(this.#nowMs, market);
  }

  /** Everybody behind a launch sells in one block. */
  #sellOut(market: Market): void {
    for (const { maker, amount } of this.#holders.insidersOf(market)) {
      const id = this.#events.transactionId(market.subject.chain);
      this.#flow.sell(market, amount, (leg) => this.#onCrowdLeg(leg, maker, id));
    }
  }

  #onCrowdLeg(leg: SwapLeg, maker: string, transactionId: string): void {
    const changed = this.#holders.record(this.#nowMs, leg, maker);
    this.#onLeg(leg, maker, transactionId);
    for (const { owner, token, before, after } of changed)
      this.#events.balance(this.#nowMs, owner, token, before, after);
  }

  #onLeg(leg: SwapLeg, maker: string, transactionId: string): void {
    this.histories.record(this.#nowMs, leg, maker);
    this.#events.swap(this.#nowMs, leg, maker, transactionId);
  }

  /** Each pool publishes once in five seconds of market time, one after another. */
  #publishPoolInfo(elapsedMs: number): void {
    const { markets } = this.book;
    const fromMs = this.#infoClockMs;
    this.#infoClockMs += elapsedMs;
    markets.forEach((market, index) => {
      const offsetMs = (index * poolInfoMs) / markets.length;
      const turns = (clockMs: number) => Math.floor((clockMs - offsetMs) / poolInfoMs);
      if (turns(this.#infoClockMs) > turns(fromMs)) this.#events.poolInfo(this.#nowMs, market);
    });
  }
}
