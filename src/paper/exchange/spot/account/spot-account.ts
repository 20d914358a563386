import { type Chain, chains } from '../../../../domain/market/chain.ts';
import { parseTokenId } from '../../../../domain/market/token.ts';
import type { Random } from '../../../../platform/time/random.ts';
import type { WantedTrade } from '../../../account/suggestions.ts';
import type { Wallets } from '../../../account/wallets.ts';
import { PaperError } from '../../../service/handler.ts';
import type { Bus } from '../../../world/bus.ts';
import type { BalanceChange, Ledger, LedgerState } from '../../ledger.ts';
import { networkAccount } from '../../ledger-accounts.ts';
import { addressOfAccount, isSelfCustody } from '../signing/self-custody.ts';
import { SigningService, type SigningState } from '../signing/signing-service.ts';
import type { MarketEvents } from '../tokens/market-events.ts';
import { transactionId } from '../tokens/paper-addresses.ts';
import { tradingWallet } from '../tokens/paper-lookup.ts';
import { idOf, type TokenBook } from '../tokens/token-book.ts';
import type { TokenHistories } from '../tokens/token-histories.ts';
import type { PaperToken } from '../tokens/token-list.ts';
import { swapSizeNative, swapSizeUsd, usdText } from '../trading/exact-usd.ts';
import { isBuyOf, type SwapLeg, subjectOf } from '../trading/swap-router.ts';
import { type SettledSwap, type SwapRequest, SwapService } from '../trading/swap-service.ts';
import { failure, type Outcome, type Task, TaskStore } from '../trading/task-store.ts';
import { TradeLog, type TradeLogState } from '../trading/trade-log.ts';
import type { RecentRequestsState, TransferRequest } from '../transfers/recent-requests.ts';
import { type SplitPlan, SplitService } from '../transfers/split-service.ts';
import { TransferService } from '../transfers/transfer-service.ts';
import { TriggerBook, type TriggerBookState } from '../triggers/trigger-book.ts';
import type { NewTriggerOrder, TriggerOrder } from '../triggers/trigger-order.ts';
import { Portfolio, type PortfolioState } from './portfolio.ts';
import { seedAccount } from './seed-account.ts';

export interface SpotAccountState {
  readonly ledger: LedgerState;
  readonly tasks: Task[];
  readonly trades: TradeLogState;
  readonly triggers: TriggerBookState;
  readonly portfolio: PortfolioState;
  /** Absent in version 1 files. */
  readonly signing?: SigningState;
  /** Both absent in files from before there were transfers. */
  readonly transfers?: RecentRequestsState;
  readonly splits?: readonly SplitPlan[];
}

/** Rent of the durable nonce accounts, in lamports. */
const nonceRent = 2_895_360n;

/** The account's part of the spot market: balances, swaps, trigger orders and trades. */
export class SpotAccount {
  readonly ledger: Ledger;
  readonly tasks: TaskStore;
  readonly swaps: SwapService;
  /** Swaps that callers sign themselves. */
  readonly signing: SigningService;
  readonly splits: SplitService;
  readonly triggers: TriggerBook;
  readonly trades = new TradeLog();
  readonly portfolio: Portfolio;
  readonly #book: TokenBook;
  readonly #events: MarketEvents;
  readonly #bus: Bus;
  readonly #userId: string;
  readonly #random: Random;
  readonly #wallets: Wallets;
  readonly #transfers: TransferService;
  #nowMs: number;

  constructor(options: {
    /** Of a saved account nothing is made up, since all of it is restored. */
    isSaved: boolean;
    book: TokenBook;
    histories: TokenHistories;
    ledger: Ledger;
    events: MarketEvents;
    bus: Bus;
    random: Random;
    wallets: Wallets;
    userId: string;
    startMs: number;
    /** A wallet's whole balance has been moved. */
    archive: (walletId: string) => void;
    /** A swap of the account has just moved a pool. */
    onLeg: (leg: SwapLeg, maker: string, txHash: string) => void;
  }) {
    const { book, histories, random, wallets, startMs, onLeg } = options;
    this.#book = book;
    this.#events = options.events;
    this.#bus = options.bus;
    this.#userId = options.userId;
    this.#random = random;
    this.#wallets = wallets;
    this.#nowMs = startMs;
    this.ledger = options.ledger;
    this.tasks = new TaskStore(random);
    this.triggers = new TriggerBook(book, random, wallets);
    const { ledger, tasks, trades, triggers } = this;
    const onSwap = (swap: SettledSwap) => this.#onOwnSwap(swap);
    this.swaps = new SwapService({ book, ledger, tasks, random, wallets, onLeg, onSwap });
    const { archive } = options;
    this.#transfers = new TransferService({ book, ledger, tasks, trades, wallets, random, archive });
    this.splits = new SplitService({ book, ledger, tasks, wallets, random });
    this.signing = new SigningService({ book, ledger, tasks, wallets, swaps: this.swaps, nowMs: () => this.#nowMs });
    if (!options.isSaved) seedAccount({ book, histories, ledger, trades, triggers, random, startMs });
    this.ledger.watch((change) => this.#onBalance(change));
    this.portfolio = new Portfolio({ book, histories, ledger, trades, wallets, startMs });
  }

  /** Advances tasks and trigger orders. */
  advance(nowMs: number): void {
    this.#nowMs = nowMs;
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

  /** Whether an active order or an unfinished task is about the token. */
  needs(token: PaperToken): boolean {
    const isAbout = (job: object): boolean => Object.values(job).includes(token.address);
    return this.triggers.watches(token) || this.tasks.hasOpen(isAbout);
  }

  /** Accepts a swap; see SwapService.execute for refusals. */
  execute(request: SwapRequest & { walletId: string }): Task {
    const task = this.swaps.execute(request, this.#nowMs);
    // Its funds are now held: a change before the chain confirms it.
    this.#poke('swap', task.taskId, request.chain, false);
    return task;
  }

  /** Accepts a transfer; see TransferService.submit. */
  transfer(request: TransferRequest): Task {
    const task = this.#transfers.submit(request, this.#nowMs);
    this.#poke('transfer', task.taskId, request.chain, false);
    return task;
  }

  /** Executes a plan; see SplitService.execute. */
  executeSplit(planId: string): { task: Task; orderId: string } {
    const started = this.splits.execute(planId, this.#nowMs);
    this.#poke('crosschainSwap', started.task.taskId, started.task.job.chain, false);
    return started;
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

  /** Starts creating a Solana wallet's nonce accounts; refuses with NOT_FOUND or INVALID_PARAMS. */
  enableMultisend(walletId: string): { message: string; taskId: string } {
    tradingWallet(this.#wallets, walletId, 'solana');
    const wasEnabled = this.triggers.hasMultisend(walletId);
    const task = this.tasks.submit({ kind: 'nonce', chain: 'solana', walletId }, this.#nowMs);
    const sol = idOf(this.#book.native('solana'));
    if (!wasEnabled) {
      if (this.ledger.available(walletId, sol) >= nonceRent)
        this.ledger.hold(task.taskId, walletId, [[sol, nonceRent]]);
      else
        Object.assign(task, failure('INSUFFICIENT_BALANCE', 'the wallet lacks the SOL for the nonce accounts’ rent'));
    }
    const message = wasEnabled
      ? 'Durable nonce accounts already exist; they are checked again.'
      : 'Durable nonce accounts are being created.';
    return { message, taskId: task.taskId };
  }

  /** When one of the account's swaps first made this trade, ms; null if none has. */
  tradedAtMs({ chain, tokenAddress, side, fromMs, untilMs }: WantedTrade): number | null {
    const token = this.#book.find(chain, tokenAddress);
    const times = this.trades.trades.flatMap((trade) =>
      trade.chain === chain &&
      trade.token === token?.address &&
      (trade.isBuy ? 'buy' : 'sell') === side &&
      trade.atMs >= fromMs &&
      trade.atMs < untilMs
        ? [trade.atMs]
        : [],
    );
    return times.length > 0 ? Math.min(...times) : null;
  }

  /** Base units of a token in a wallet; EVM addresses in any case. 0 for unlisted tokens. */
  holding(walletId: string, chain: Chain, tokenAddress: string): bigint {
    const token = this.#book.find(chain, tokenAddress);
    return token ? this.ledger.balance(walletId, idOf(token)) : 0n;
  }

  snapshot(): SpotAccountState {
    return {
      ledger: this.ledger.snapshot(),
      tasks: this.tasks.snapshot(),
      trades: this.trades.snapshot(),
      triggers: this.triggers.snapshot(),
      portfolio: this.portfolio.snapshot(),
      signing: this.signing.snapshot(),
      transfers: this.#transfers.snapshot(),
      splits: this.splits.snapshot(),
    };
  }

  restore(state: SpotAccountState): void {
    this.ledger.restore(state.ledger);
    this.tasks.restore(state.tasks);
    this.trades.restore(state.trades);
    this.triggers.restore(state.triggers);
    this.portfolio.restore(state.portfolio);
    if (state.signing) this.signing.restore(state.signing);
    this.#transfers.restore(state.transfers ?? []);
    this.splits.restore(state.splits ?? []);
  }

  #onOwnSwap({ plan, walletId, txHash }: SettledSwap): void {
    if (isSelfCustody(this.#wallets, walletId)) return;
    const { chain, input, output, amountIn, amountOut } = plan;
    const token = subjectOf(input, output);
    const isBuy = isBuyOf(input, output);
    const [sizeUsd, sizeNative] = [swapSizeUsd(this.#book, plan), swapSizeNative(this.#book, plan)];
    const side = { walletId, chain, atMs: this.#nowMs, sizeUsd, sizeNative };
    let realisedUsd = 0n;
    if (input.kind === 'token') realisedUsd = this.trades.sold({ ...side, token: input.address, amount: amountIn });
    if (output.kind === 'token') this.trades.bought({ ...side, token: output.address, amount: amountOut });
    const unit = 10n ** BigInt(token.decimals);
    this.trades.record({
      chain,
      txHash,
      atMs: this.#nowMs,
      walletId,
      isBuy,
      token: token.address,
      inputToken: input.address,
      inputAmount: String(amountIn),
      outputToken: output.address,
      outputAmount: String(amountOut),
      sizeUsd: usdText(sizeUsd),
      realisedUsd: usdText(realisedUsd),
      priceUsd: usdText((sizeUsd * unit) / (token === input ? amountIn : amountOut)),
    });
  }

  #onBalance({ walletId, tokenId, before, after }: BalanceChange): void {
    const ref = parseTokenId(tokenId);
    const token = ref && this.#book.find(ref.chain, ref.address);
    if (token) this.#events.balance(this.#nowMs, addressOfAccount(this.#wallets, walletId), token, before, after);
  }

  #settle(task: Task): Outcome {
    const { job } = task;
    // However it ends, its held funds become spendable, first for the job itself.
    this.ledger.release(task.taskId);
    if (job.kind === 'swap') return this.signing.settleSwap(task, job);
    if (job.kind === 'approval') return this.signing.approvals.settle(task, job);
    if (job.kind === 'transfer') return this.#transfers.settle(task, job);
    if (job.kind === 'split') return this.splits.settle(task, job);
    // Of two concurrent calls, the first has paid the rent.
    if (!this.triggers.hasMultisend(job.walletId)) {
      const native = idOf(this.#book.native(job.chain));
      this.ledger.transfer(job.walletId, networkAccount, native, nonceRent, `nonce:${task.taskId}`);
      this.triggers.allowMultisend(job.walletId);
    }
    const txHash = transactionId(job.chain, this.#random);
    return { status: 'success', txHash, errorCode: null, errorMessage: null };
  }

  #onSettled({ taskId, job, status }: Task): void {
    if (job.kind === 'nonce') return this.#poke('svmNonce', taskId, job.chain, false);
    if (job.kind === 'approval') return this.#poke('approval', taskId, job.chain, false);
    if (job.kind === 'transfer') return this.#poke('transfer', taskId, job.chain, false);
    if (job.kind === 'split') return this.#poke('crosschainSwap', taskId, job.chain, false);
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

  /** Tells the user's desks to read again. */
  #poke(
    type: 'swap' | 'automation' | 'svmNonce' | 'approval' | 'transfer' | 'crosschainSwap',
    taskId: string,
    chain: Chain,
    isAutomation: boolean,
  ): void {
    const data = { type, taskId, userId: this.#userId, chainId: chains[chain].chainId };
    const message = { filter: {}, userId: this.#userId, data };
    this.#bus.publish({ stream: 'portfolio.notifications', ...message });
    if (isAutomation) this.#bus.publish({ stream: 'automation.updates', ...message });
  }
}
