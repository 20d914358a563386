import { type Chain, chains } from '../../../domain/chain.ts';
import { parseTokenId } from '../../../domain/token.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Random } from '../../../platform/random.ts';
import { seedWallets } from '../../account/wallets.ts';
import type { Bus } from '../../bus.ts';
import { PaperError } from '../../handler.ts';
import { type BalanceChange, Ledger, type LedgerState } from '../ledger.ts';
import type { ReferencePrices } from '../reference-prices.ts';
import { AlphaDesk, type AlphaSignal } from './alpha-desk.ts';
import { Launchpad } from './launchpad.ts';
import { MarketEvents } from './market-events.ts';
import { OrderFlow } from './order-flow.ts';
import { tradingWallet } from './paper-lookup.ts';
import { Portfolio, type PortfolioState } from './portfolio.ts';
import type { PriceHistoryState } from './price-history.ts';
import { type ReseedableRandom, reseedableRandom } from './reseedable-random.ts';
import { seedAccount } from './seed-account.ts';
import { networkAccount, type SettledSwap, SwapDesk, type SwapRequest } from './swap-desk.ts';
import { isBuyOf, type SwapLeg, sizeNative, sizeUsd, subjectOf } from './swap-router.ts';
import { failure, type Outcome, type Task, TaskBoard } from './task-board.ts';
import { idOf, TokenBook, type TokenBookState, toFloat } from './token-book.ts';
import { TokenHistories } from './token-histories.ts';
import { TradeLog, type TradeLogState } from './trade-log.ts';
import { type NewTriggerOrder, TriggerBook, type TriggerBookState, type TriggerOrder } from './trigger-book.ts';

interface SpotState {
  readonly nowMs: number;
  readonly ledger: LedgerState;
  readonly tokens: TokenBookState;
  readonly walks: Record<string, number>;
  readonly tasks: Task[];
  readonly trades: TradeLogState;
  readonly triggers: TriggerBookState;
  readonly portfolio: PortfolioState;
  readonly signals: AlphaSignal[];
  readonly histories: Record<string, PriceHistoryState>;
}

const poolInfoMs = 5000;
/** Rent of the durable nonce accounts, in lamports. */
const nonceRent = 2_895_360n;
/** After a suspend the market does not replay the hours it slept through. */
const longestStepMs = 60_000;

/** The spot half of the paper service: pools and their crowd, and the account that trades in them. */
export class SpotMarket {
  readonly ledger: Ledger;
  readonly book: TokenBook;
  readonly tasks: TaskBoard;
  readonly swaps: SwapDesk;
  readonly triggers: TriggerBook;
  readonly trades = new TradeLog();
  readonly portfolio: Portfolio;
  readonly alpha: AlphaDesk;
  readonly histories: TokenHistories;
  readonly #bus: Bus;
  readonly #userId: string;
  readonly #flow: OrderFlow;
  readonly #events: MarketEvents;
  readonly #launchpad: Launchpad;
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
    this.#bus = bus;
    this.#userId = userId;
    this.#nowMs = startMs;
    const book = new TokenBook(fork(), prices);
    this.book = book;
    this.#flow = new OrderFlow(book, prices, fork());
    this.#events = new MarketEvents(bus, book, fork());
    this.#launchpad = new Launchpad(book, bus, fork());
    this.alpha = new AlphaDesk({ book, bus, random: fork(), userId, startMs });
    this.histories = new TokenHistories(book, startMs);
    this.ledger = new Ledger((change) => this.#onBalance(change));
    this.tasks = new TaskBoard(fork());
    this.triggers = new TriggerBook(book, fork());
    const transactionId = (chain: Chain) => this.#events.transactionId(chain);
    this.swaps = new SwapDesk({
      ...{ book, ledger: this.ledger, tasks: this.tasks, transactionId },
      onLeg: (leg, maker, txHash) => this.#onLeg(leg, maker, txHash),
      onSwap: (swap) => this.#onOwnSwap(swap),
    });
    const account = { book, ledger: this.ledger, trades: this.trades };
    seedAccount({ ...account, triggers: this.triggers, random: fork(), transactionId, startMs });
    this.portfolio = new Portfolio({ ...account, seed: random.int(2 ** 32), startMs });
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
      const { chain } = leg.market.subject;
      this.#onLeg(leg, this.#events.maker(chain), this.#events.transactionId(chain));
    });
    this.#publishPoolInfo(elapsedMs);
    this.#launchpad.advance(nowMs, elapsedMs);
    this.alpha.advance(nowMs, elapsedMs);
    this.tasks.advance(
      nowMs,
      (task) => this.#settle(task),
      (task) => this.#onSettled(task),
    );
    this.triggers.advance(
      nowMs,
      (order) => this.#fire(order),
      (order) => this.#poke('automation', order.orderId, order.chain, true),
    );
    this.portfolio.sample(nowMs);
  }

  /** Takes a swap; see SwapDesk.execute for what it refuses. */
  execute(request: SwapRequest & { walletId: string }): Task {
    return this.swaps.execute(request, this.#nowMs);
  }

  createTrigger(spec: NewTriggerOrder): TriggerOrder {
    const order = this.triggers.create(spec, this.#nowMs);
    this.#poke('automation', order.orderId, order.chain, true);
    return order;
  }

  cancelTrigger(orderId: string): TriggerOrder {
    const order = this.triggers.cancel(orderId, this.#nowMs);
    this.#poke('automation', order.orderId, order.chain, true);
    return order;
  }

  /** Starts making a Solana wallet's nonce accounts; refuses with NOT_FOUND or INVALID_PARAMS. */
  enableMultisend(walletId: string): { message: string; taskId: string } {
    tradingWallet(walletId, 'solana');
    const wasEnabled = this.triggers.hasMultisend(walletId);
    const task = this.tasks.submit({ kind: 'nonce', chain: 'solana', walletId }, this.#nowMs);
    const message = wasEnabled
      ? 'Durable nonce accounts exist already; they are checked again.'
      : 'Durable nonce accounts are being created.';
    return { message, taskId: task.taskId };
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

  /** Base units of a token that a wallet holds; EVM addresses in any letter case. 0 for unlisted tokens. */
  holding(walletId: string, chain: Chain, tokenAddress: string): bigint {
    const token = this.book.find(chain, tokenAddress);
    return token ? this.ledger.balance(walletId, idOf(token)) : 0n;
  }

  /** Plain JSON, amounts as text. */
  snapshot(): unknown {
    const state: SpotState = {
      nowMs: this.#nowMs,
      ledger: this.ledger.snapshot(),
      tokens: this.book.snapshot(),
      walks: this.#flow.snapshot(),
      tasks: this.tasks.snapshot(),
      trades: this.trades.snapshot(),
      triggers: this.triggers.snapshot(),
      portfolio: this.portfolio.snapshot(),
      signals: this.alpha.snapshot(),
      histories: this.histories.snapshot(),
    };
    return state;
  }

  /** Takes up a snapshot of a market of this version, to be called before the first advance. */
  restore(snapshot: unknown): void {
    const state = snapshot as SpotState;
    this.book.restore(state.tokens);
    this.ledger.restore(state.ledger);
    this.#flow.restore(state.walks);
    this.tasks.restore(state.tasks);
    this.trades.restore(state.trades);
    this.triggers.restore(state.triggers);
    this.portfolio.restore(state.portfolio);
    this.alpha.restore(state.signals);
    this.histories.restore(state.histories, this.#nowMs);
    // The seed of the first run would give the same ids and transactions a second time.
    for (const fork of this.#forks) fork.reseed(fork.int(2 ** 32) ^ state.nowMs);
  }

  #onLeg(leg: SwapLeg, maker: string, transactionId: string): void {
    this.histories.record(this.#nowMs, leg);
    this.#events.swap(this.#nowMs, leg, maker, transactionId);
  }

  #onOwnSwap({ plan, walletId, txHash }: SettledSwap): void {
    const { chain, input, output, amountIn, amountOut } = plan;
    const token = subjectOf(input, output);
    const isBuy = isBuyOf(input, output);
    const [usd, native] = [sizeUsd(this.book, plan), sizeNative(this.book, plan)];
    const side = { walletId, chain, sizeUsd: usd, sizeNative: native };
    let realisedUsd = 0;
    if (input.kind === 'token') realisedUsd = this.trades.sold({ ...side, token: input.address, amount: amountIn });
    if (output.kind === 'token') this.trades.bought({ ...side, token: output.address, amount: amountOut });
    this.trades.record({
      ...{ chain, txHash, atMs: this.#nowMs, walletId, isBuy, realisedUsd },
      ...{ inputToken: input.address, inputAmount: String(amountIn) },
      ...{ outputToken: output.address, outputAmount: String(amountOut) },
      ...{ token: token.address, sizeUsd: usd, sizeNative: native },
      priceUsd: usd / toFloat(token === input ? amountIn : amountOut, token.decimals),
    });
  }

  #onBalance({ walletId, tokenId, before, after, cause }: BalanceChange): void {
    const wallet = seedWallets.find((candidate) => candidate.walletId === walletId);
    const ref = parseTokenId(tokenId);
    const token = ref && this.book.find(ref.chain, ref.address);
    if (wallet && token && cause !== 'seed') this.#events.balance(this.#nowMs, wallet.address, token, before, after);
  }

  #settle(task: Task): Outcome {
    const { job } = task;
    if (job.kind === 'swap') return this.swaps.settle(task, job);
    const native = idOf(this.book.native(job.chain));
    if (!this.triggers.hasMultisend(job.walletId)) {
      if (this.ledger.balance(job.walletId, native) < nonceRent) {
        return failure('INSUFFICIENT_BALANCE', 'the wallet lacks the SOL for the nonce accounts’ rent');
      }
      this.ledger.transfer(job.walletId, networkAccount, native, nonceRent, `nonce:${task.taskId}`);
      this.triggers.allowMultisend(job.walletId);
    }
    const txHash = this.#events.transactionId(job.chain);
    return { status: 'success', txHash, errorCode: null, errorMessage: null };
  }

  #onSettled({ taskId, job, status }: Task): void {
    if (job.kind === 'nonce') return this.#poke('svmNonce', taskId, job.chain, false);
    if (job.orderId !== null) this.triggers.close(job.orderId, status === 'success' ? status : 'failed', this.#nowMs);
    this.#poke('swap', taskId, job.chain, job.orderId !== null);
  }

  #fire(order: TriggerOrder): void {
    const { chain, walletId, inputToken: inputMint, outputToken: outputMint, amount, slippageBps, orderId } = order;
    try {
      const request = { chain, walletId, inputMint, outputMint, amount, slippageBps };
      const task = this.swaps.execute(request, this.#nowMs, orderId);
      order.taskId = task.taskId;
      if (task.status === 'failed') this.triggers.close(orderId, 'failed', this.#nowMs);
    } catch (error) {
      if (!(error instanceof PaperError)) throw error;
      this.triggers.close(orderId, 'failed', this.#nowMs);
    }
    this.#poke('automation', order.taskId ?? orderId, chain, true);
  }

  /** Tells the user's desks to look again. */
  #poke(type: 'swap' | 'automation' | 'svmNonce', taskId: string, chain: Chain, isAutomation: boolean): void {
    const data = { type, taskId, userId: this.#userId, chainId: chains[chain].chainId };
    const message = { filter: {}, userId: this.#userId, data };
    this.#bus.publish({ stream: 'portfolio.notifications', ...message });
    if (isAutomation) this.#bus.publish({ stream: 'automation.updates', ...message });
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
