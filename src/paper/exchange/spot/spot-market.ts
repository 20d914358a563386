import type { Chain } from '../../../domain/chain.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Random } from '../../../platform/random.ts';
import type { Bus } from '../../bus.ts';
import { Ledger } from '../ledger.ts';
import type { ReferencePrices } from '../reference-prices.ts';
import { AlphaDesk, type AlphaSignal } from './alpha-desk.ts';
import { HolderBoard } from './holder-board.ts';
import { Launchpad } from './launchpad.ts';
import { MarketEvents } from './market-events.ts';
import { OrderFlow } from './order-flow.ts';
import type { PriceHistoryState } from './price-history.ts';
import { type ReseedableRandom, reseedableRandom } from './reseedable-random.ts';
import { SpotAccount, type SpotAccountState } from './spot-account.ts';
import type { SwapDesk } from './swap-desk.ts';
import { isBuyOf, type SwapLeg } from './swap-router.ts';
import type { TaskBoard } from './task-board.ts';
import { TokenBook, type TokenBookState } from './token-book.ts';
import { TokenHistories } from './token-histories.ts';

interface SpotState {
  readonly nowMs: number;
  readonly account: SpotAccountState;
  readonly tokens: TokenBookState;
  readonly walks: Record<string, number>;
  readonly signals: AlphaSignal[];
  readonly histories: Record<string, PriceHistoryState>;
}

const poolInfoMs = 5000;
/** After a suspend the market does not replay the hours it slept through. */
const longestStepMs = 60_000;

/** The spot half of the paper service: pools and their crowd, and the account that trades in them. */
export class SpotMarket {
  readonly book: TokenBook;
  readonly account: SpotAccount;
  readonly alpha: AlphaDesk;
  readonly histories: TokenHistories;
  readonly #flow: OrderFlow;
  readonly #events: MarketEvents;
  readonly #launchpad: Launchpad;
  readonly #holders: HolderBoard;
  readonly #forks: ReseedableRandom[] = [];
  #nowMs: number;
  #infoClockMs = 0;

  /** `prices` are advanced by whoever owns them; pools open where these stand. */
  constructor(options: {
    clock: Clock;
    random: Random;
    bus: Bus;
    prices: ReferencePrices;
    startMs: number;
    userId: string;
  }) {
    const { random, bus, prices, startMs, userId } = options;
    // Each part has randomness of its own, so that a request does not change what the crowd does next.
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
    this.#holders = new HolderBoard(book, ledger, bus);
    this.alpha = new AlphaDesk({ book, bus, random: fork(), userId, startMs });
    this.histories = new TokenHistories(book, startMs);
    this.account = new SpotAccount({
      ...{ book, ledger, bus, userId, startMs, events: this.#events, random: fork() },
      onLeg: (leg, maker, txHash) => this.#onLeg(leg, maker, txHash),
    });
  }

  get ledger(): Ledger {
    return this.account.ledger;
  }

  get tasks(): TaskBoard {
    return this.account.tasks;
  }

  get swaps(): SwapDesk {
    return this.account.swaps;
  }

  /** Market time of the last advance, which stamps whatever happens between two of them. */
  get nowMs(): number {
    return this.#nowMs;
  }

  /** `nowMs` stamps events and moves tasks and orders; `marketElapsedMs` is how much of the crowd's trading to simulate. */
  advance(nowMs: number, marketElapsedMs: number): void {
    this.#nowMs = nowMs;
    const elapsedMs = Math.min(Math.max(marketElapsedMs, 0), longestStepMs);
    this.#flow.advance(elapsedMs, (leg) => {
      const { maker, transactionId } = this.#events.stranger(leg.market.subject.chain);
      this.#holders.record(leg, maker);
      this.#onLeg(leg, maker, transactionId);
    });
    this.#holders.advance(nowMs, elapsedMs);
    this.#publishPoolInfo(elapsedMs);
    this.#launchpad.advance(nowMs, elapsedMs);
    this.alpha.advance(nowMs, elapsedMs);
    this.account.advance(nowMs);
  }

  /** See SpotAccount.enableMultisend. */
  enableMultisend(walletId: string): { message: string; taskId: string } {
    return this.account.enableMultisend(walletId);
  }

  /** USD value of base units of a token at the price as it stands; null for a token that is not listed. */
  usdValue(chain: Chain, tokenAddress: string, baseUnits: bigint): number | null {
    const token = this.book.find(chain, tokenAddress);
    return token && this.book.usdValue(token, baseUnits);
  }

  /** Whether a swap spends money (a stable or the native coin) on something less like money. False for unlisted tokens. */
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
      signals: this.alpha.snapshot(),
      histories: this.histories.snapshot(),
    };
    return state;
  }

  /** Takes up a snapshot of a market of this version, to be called before the first advance. */
  restore(snapshot: unknown): void {
    const state = snapshot as SpotState;
    this.book.restore(state.tokens);
    this.account.restore(state.account);
    this.#flow.restore(state.walks);
    this.alpha.restore(state.signals);
    this.histories.restore(state.histories, this.#nowMs);
    // The seed of the first run would give the same ids and transactions a second time.
    for (const fork of this.#forks) fork.reseed(fork.int(2 ** 32) ^ state.nowMs);
  }

  #onLeg(leg: SwapLeg, maker: string, transactionId: string): void {
    this.histories.record(this.#nowMs, leg, maker);
    this.#events.swap(this.#nowMs, leg, maker, transactionId);
  }

  /** Every pool reports once in five seconds of market time, one after the other. */
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
