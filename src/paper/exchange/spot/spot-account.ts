import { type Chain, chains } from '../../../domain/chain.ts';
import { parseTokenId } from '../../../domain/token.ts';
import type { Random } from '../../../platform/random.ts';
import { seedWallets } from '../../account/wallets.ts';
import type { Bus } from '../../bus.ts';
import { PaperError } from '../../handler.ts';
import { type BalanceChange, Ledger, type LedgerState } from '../ledger.ts';
import type { MarketEvents } from './market-events.ts';
import { transactionId } from './paper-addresses.ts';
import { tradingWallet } from './paper-lookup.ts';
import { Portfolio, type PortfolioState } from './portfolio.ts';
import { seedAccount } from './seed-account.ts';
import { networkAccount, type SettledSwap, SwapDesk, type SwapRequest } from './swap-desk.ts';
import { isBuyOf, type SwapLeg, sizeNative, sizeUsd, subjectOf } from './swap-router.ts';
import { failure, type Outcome, type Task, TaskBoard } from './task-board.ts';
import { idOf, type TokenBook, toFloat } from './token-book.ts';
import { TradeLog, type TradeLogState } from './trade-log.ts';
import { type NewTriggerOrder, TriggerBook, type TriggerBookState, type TriggerOrder } from './trigger-book.ts';

export interface SpotAccountState {
  readonly ledger: LedgerState;
  readonly tasks: Task[];
  readonly trades: TradeLogState;
  readonly triggers: TriggerBookState;
  readonly portfolio: PortfolioState;
}

/** Rent of the durable nonce accounts, in lamports. */
const nonceRent = 2_895_360n;

/** The account's half of the spot market: its balances, swaps, trigger orders and trades. */
export class SpotAccount {
  readonly ledger: Ledger;
  readonly tasks: TaskBoard;
  readonly swaps: SwapDesk;
  readonly triggers: TriggerBook;
  readonly trades = new TradeLog();
  readonly portfolio: Portfolio;
  readonly #book: TokenBook;
  readonly #events: MarketEvents;
  readonly #bus: Bus;
  readonly #userId: string;
  readonly #random: Random;
  #nowMs: number;

  constructor(options: {
    book: TokenBook;
    events: MarketEvents;
    bus: Bus;
    random: Random;
    userId: string;
    startMs: number;
    /** A swap of the account has just moved a pool. */
    onLeg: (leg: SwapLeg, maker: string, txHash: string) => void;
  }) {
    const { book, random, startMs, onLeg } = options;
    this.#book = book;
    this.#events = options.events;
    this.#bus = options.bus;
    this.#userId = options.userId;
    this.#random = random;
    this.#nowMs = startMs;
    this.ledger = new Ledger((change) => this.#onBalance(change));
    this.tasks = new TaskBoard(random);
    this.triggers = new TriggerBook(book, random);
    const { ledger, tasks, trades, triggers } = this;
    this.swaps = new SwapDesk({ book, ledger, tasks, random, onLeg, onSwap: (swap) => this.#onOwnSwap(swap) });
    seedAccount({ book, ledger, trades, triggers, random, startMs });
    this.portfolio = new Portfolio({ book, ledger, trades, seed: random.int(2 ** 32), startMs });
  }

  /** Moves tasks and trigger orders on. */
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

  /** Base units of a token that a wallet holds; EVM addresses in any letter case. 0 for unlisted tokens. */
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
    };
  }

  restore(state: SpotAccountState): void {
    this.ledger.restore(state.ledger);
    this.tasks.restore(state.tasks);
    this.trades.restore(state.trades);
    this.triggers.restore(state.triggers);
    this.portfolio.restore(state.portfolio);
  }

  #onOwnSwap({ plan, walletId, txHash }: SettledSwap): void {
    const { chain, input, output, amountIn, amountOut } = plan;
    const token = subjectOf(input, output);
    const isBuy = isBuyOf(input, output);
    const [usd, native] = [sizeUsd(this.#book, plan), sizeNative(this.#book, plan)];
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
    const token = ref && this.#book.find(ref.chain, ref.address);
    if (wallet && token && cause !== 'seed') this.#events.balance(this.#nowMs, wallet.address, token, before, after);
  }

  #settle(task: Task): Outcome {
    const { job } = task;
    if (job.kind === 'swap') return this.swaps.settle(task, job);
    const native = idOf(this.#book.native(job.chain));
    if (!this.triggers.hasMultisend(job.walletId)) {
      if (this.ledger.balance(job.walletId, native) < nonceRent) {
        return failure('INSUFFICIENT_BALANCE', 'the wallet lacks the SOL for the nonce accounts’ rent');
      }
      this.ledger.transfer(job.walletId, networkAccount, native, nonceRent, `nonce:${task.taskId}`);
      this.triggers.allowMultisend(job.walletId);
    }
    const txHash = transactionId(job.chain, this.#random);
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
}
