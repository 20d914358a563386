import Big from 'big.js';
import { allChains, type Chain, chains } from '../../../../domain/market/chain.ts';
import { AmountError, formatAmount, parseAmount } from '../../../../domain/numbers/amount.ts';
import type { Random } from '../../../../platform/time/random.ts';
import type { PaperWallet, Wallets } from '../../../account/wallets.ts';
import { PaperError } from '../../../service/handler.ts';
import type { Ledger } from '../../ledger.ts';
import { networkAccount, worldAccount } from '../../ledger-accounts.ts';
import { transferFee } from '../tokens/chain-traits.ts';
import { transactionId } from '../tokens/paper-addresses.ts';
import { tradingWallet, walletById } from '../tokens/paper-lookup.ts';
import { idOf, type TokenBook } from '../tokens/token-book.ts';
import { failure, type Job, type Outcome, type Task, type TaskStore } from '../trading/task-store.ts';
import { type SplitRate, splitAssets, splitRates } from './split-rates.ts';

export interface SplitRequest {
  readonly sourceWalletId: string;
  readonly fromAsset: string;
  /** Whole units. */
  readonly fromAmount: string;
  readonly destinations: readonly { readonly walletId: string; readonly pctBips: number }[];
}

export type SplitJob = Extract<Job, { kind: 'split' }>;

/** A plan as saved; amounts as text. */
export interface SplitPlan {
  readonly planId: string;
  readonly job: SplitJob;
  readonly expiresAtMs: number;
  readonly isUsed: boolean;
}

/** A plan with what it says to the person who executes it. */
export interface PlannedSplit {
  readonly plan: SplitPlan;
  readonly summary: string;
  readonly rates: readonly SplitRate[];
  readonly warnings: readonly string[];
}

export const planLifeMs = 60_000;
/** An exchange takes longer than a chain. */
const exchangeMs = 5_000;

/** Spreads a native coin over several wallets, through exchanges outside the account. */
export class SplitService {
  readonly #book: TokenBook;
  readonly #ledger: Ledger;
  readonly #tasks: TaskStore;
  readonly #wallets: Wallets;
  readonly #random: Random;
  #plans: readonly SplitPlan[] = [];

  constructor(options: { book: TokenBook; ledger: Ledger; tasks: TaskStore; wallets: Wallets; random: Random }) {
    this.#book = options.book;
    this.#ledger = options.ledger;
    this.#tasks = options.tasks;
    this.#wallets = options.wallets;
    this.#random = options.random;
  }

  /** Plans without moving anything. Refuses with NOT_FOUND or INVALID_PARAMS. */
  plan(request: SplitRequest, nowMs: number): PlannedSplit {
    const chain = allChains.find((one) => splitAssets[one] === request.fromAsset);
    if (!chain) throw invalid(`fromAsset must be one of ${Object.values(splitAssets).join(', ')}`);
    tradingWallet(this.#wallets, request.sourceWalletId, chain);
    const amount = readAmount(request.fromAmount, chain);
    const wallets = request.destinations.map(({ walletId }) => this.#destination(walletId));
    if (new Set(request.destinations.map(({ walletId }) => walletId)).size < wallets.length)
      throw invalid('each destination must be named once');
    const rates = splitRates(this.#book, chain, [...new Set(wallets.map((wallet) => wallet.chain))]);
    const shares = request.destinations.map(({ walletId, pctBips }, index) => {
      const to = wallets[index]!.chain;
      const deposit = (amount * BigInt(pctBips)) / 10_000n;
      return { walletId, chain: to, amount: String(converted(deposit, chain, to, bestRate(rates, to))) };
    });
    const planId = `plan_${this.#random.hex(8)}`;
    const job: SplitJob = {
      kind: 'split',
      chain,
      walletId: request.sourceWalletId,
      amount: String(amount),
      shares,
    };
    const plan: SplitPlan = { planId, job, expiresAtMs: nowMs + planLifeMs, isUsed: false };
    this.#plans = [...this.#plans.filter(({ expiresAtMs }) => expiresAtMs + planLifeMs > nowMs), plan];
    return { plan, summary: this.#summary(job), rates, warnings: this.#warnings(job) };
  }

  /** A plan that was made in the last two minutes, used or not. */
  find(planId: string): SplitPlan | null {
    return this.#plans.find((plan) => plan.planId === planId) ?? null;
  }

  /**
   * Executes a plan once, within its life. Refuses with NOT_FOUND, PLAN_EXPIRED or PLAN_ALREADY_EXECUTED; without funds
   * the task fails.
   */
  execute(planId: string, nowMs: number): { task: Task; orderId: string } {
    const plan = this.find(planId);
    if (!plan) throw new PaperError(404, 'NOT_FOUND', `there is no plan ${planId}`);
    if (plan.isUsed) throw new PaperError(409, 'PLAN_ALREADY_EXECUTED', 'a plan serves once: plan again');
    if (nowMs >= plan.expiresAtMs) throw new PaperError(409, 'PLAN_EXPIRED', 'a plan lives for 60 s: plan again');
    const { job } = plan;
    tradingWallet(this.#wallets, job.walletId, job.chain);
    this.#plans = this.#plans.map((one) => (one === plan ? { ...plan, isUsed: true } : one));
    const task = this.#tasks.submit(job, nowMs, exchangeMs);
    const shortfall = this.#shortfall(job);
    if (shortfall) Object.assign(task, failure('INSUFFICIENT_BALANCE', shortfall));
    else this.#ledger.hold(task.taskId, job.walletId, [[this.#native(job.chain), this.#need(job)]]);
    return { task, orderId: this.#random.hex(3).toUpperCase() };
  }

  /** The exchange is done: what was held has just been released, and pays for it. */
  settle(task: Task, job: SplitJob): Outcome {
    const txHash = transactionId(job.chain, this.#random);
    const tokenId = this.#native(job.chain);
    const fee = { from: job.walletId, to: networkAccount, tokenId, amount: transferFee(job.chain, true) };
    const isRefused = job.shares.some(({ walletId }) => this.#wallets.find(walletId)?.state !== 'ACTIVE');
    if (isRefused) {
      this.#ledger.post(`split:${task.taskId}`, [fee]);
      return failure('SPLIT_REFUNDED', 'a destination was archived meanwhile: the deposit was returned', txHash);
    }
    this.#ledger.post(`split:${task.taskId}`, [
      fee,
      { from: job.walletId, to: worldAccount, tokenId, amount: BigInt(job.amount) },
      ...job.shares.map(({ walletId, chain, amount }) => ({
        from: worldAccount,
        to: walletId,
        tokenId: this.#native(chain),
        amount: BigInt(amount),
      })),
    ]);
    return { status: 'success', txHash, errorCode: null, errorMessage: null };
  }

  snapshot(): readonly SplitPlan[] {
    return this.#plans;
  }

  restore(plans: readonly SplitPlan[]): void {
    this.#plans = plans;
  }

  #destination(walletId: string): PaperWallet & { readonly chain: Chain } {
    const wallet = walletById(this.#wallets, walletId);
    const { chain } = wallet;
    if (chain === null || !splitAssets[chain]) throw invalid(`SplitNOW does not serve the chain of ${walletId}`);
    return { ...tradingWallet(this.#wallets, walletId, chain), chain };
  }

  #native(chain: Chain): string {
    return idOf(this.#book.native(chain));
  }

  #need({ chain, amount }: SplitJob): bigint {
    return BigInt(amount) + transferFee(chain, true);
  }

  #shortfall(job: SplitJob): string | null {
    const have = this.#ledger.available(job.walletId, this.#native(job.chain));
    const { nativeDecimals, nativeSymbol } = chains[job.chain];
    const [free, needed] = [have, this.#need(job)].map((amount) => formatAmount(amount, nativeDecimals));
    return have < this.#need(job)
      ? `the wallet has ${free} ${nativeSymbol} available, ${needed} are needed with the network fee`
      : null;
  }

  #summary({ chain, amount, shares }: SplitJob): string {
    const { nativeDecimals, nativeSymbol } = chains[chain];
    const gets = shares.map((share) => {
      const to = chains[share.chain];
      return `${walletById(this.#wallets, share.walletId).label} ≈ ${formatAmount(BigInt(share.amount), to.nativeDecimals)} ${to.nativeSymbol}`;
    });
    const whole = formatAmount(BigInt(amount), nativeDecimals);
    return `Split ${whole} ${nativeSymbol} to ${shares.length} wallet${shares.length === 1 ? '' : 's'}: ${gets.join(', ')}`;
  }

  #warnings(job: SplitJob): string[] {
    const shortfall = this.#shortfall(job);
    const isCross = job.shares.some(({ chain }) => chain !== job.chain);
    return [
      ...(shortfall ? [`Insufficient balance: ${shortfall}.`] : []),
      ...(isCross ? ['Destinations on another chain get its native coin at the rate of execution.'] : []),
    ];
  }
}

function readAmount(text: string, chain: Chain): bigint {
  try {
    return parseAmount(text, chains[chain].nativeDecimals, chains[chain].nativeSymbol);
  } catch (error) {
    if (error instanceof AmountError) throw invalid(`fromAmount: ${error.message}`);
    throw error;
  }
}

const bestRate = (rates: readonly SplitRate[], chain: Chain): Big =>
  rates
    .filter((rate) => rate.chain === chain)
    .map(({ exchangeRate }) => new Big(exchangeRate))
    .reduce((best, rate) => (rate.gt(best) ? rate : best), new Big(0));

/** Base units of the other chain's native coin, rounded down. */
const converted = (deposit: bigint, from: Chain, to: Chain, rate: Big): bigint =>
  BigInt(
    new Big(formatAmount(deposit, chains[from].nativeDecimals))
      .times(rate)
      .times(new Big(10).pow(chains[to].nativeDecimals))
      .round(0, Big.roundDown)
      .toFixed(),
  );

const invalid = (message: string) => new PaperError(400, 'INVALID_PARAMS', message);
