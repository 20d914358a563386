import { formatAmount } from '../../../domain/amount.ts';
import { type Chain, chains } from '../../../domain/chain.ts';
import type { Random } from '../../../platform/random.ts';
import { PaperError } from '../../handler.ts';
import type { Ledger } from '../ledger.ts';
import { chainTraits } from './chain-traits.ts';
import { transactionId } from './paper-addresses.ts';
import { tradableToken, tradingWallet, walletById } from './paper-lookup.ts';
import { planSwap, type SwapLeg, type SwapPlan } from './swap-router.ts';
import { failure, type Job, type Outcome, type Task, type TaskBoard } from './task-board.ts';
import { idOf, type TokenBook } from './token-book.ts';
import type { PaperToken } from './token-list.ts';

export interface SwapRequest {
  readonly chain: Chain;
  readonly inputMint: string;
  readonly outputMint: string;
  readonly amount: string;
  readonly slippageBps: number;
}

/** The account's swaps go here when they have happened. */
export interface SettledSwap {
  readonly plan: SwapPlan;
  readonly walletId: string;
  readonly txHash: string;
}

/** Ledger accounts beside the wallets: what the service and the chains took. */
export const platformAccount = '@platform';
export const networkAccount = '@network';

type SwapJob = Extract<Job, { kind: 'swap' }>;

/** Quotes swaps, takes them as tasks, and settles them against the pools as these stand when the chain confirms. */
export class SwapDesk {
  readonly #book: TokenBook;
  readonly #ledger: Ledger;
  readonly #tasks: TaskBoard;
  readonly #random: Random;
  readonly #onLeg: (leg: SwapLeg, maker: string, txHash: string) => void;
  readonly #onSwap: (swap: SettledSwap) => void;

  constructor(options: {
    book: TokenBook;
    ledger: Ledger;
    tasks: TaskBoard;
    random: Random;
    /** A pool has just moved. */
    onLeg: (leg: SwapLeg, maker: string, txHash: string) => void;
    onSwap: (swap: SettledSwap) => void;
  }) {
    this.#book = options.book;
    this.#ledger = options.ledger;
    this.#tasks = options.tasks;
    this.#random = options.random;
    this.#onLeg = options.onLeg;
    this.#onSwap = options.onSwap;
  }

  /** What the swap would do now; refuses with INVALID_PARAMS or NO_ROUTE. */
  plan({ chain, inputMint, outputMint, amount }: Omit<SwapRequest, 'slippageBps'>): SwapPlan {
    const input = tradableToken(this.#book, chain, inputMint, 'inputMint');
    const output = tradableToken(this.#book, chain, outputMint, 'outputMint');
    const plan = planSwap(this.#book, input, output, BigInt(amount));
    if (!plan) throw new PaperError(400, 'NO_ROUTE', `no route takes ${amount} ${input.symbol} to ${output.symbol}`);
    return plan;
  }

  /**
   * Takes a swap from one of the account's wallets. Refuses with NOT_FOUND, INVALID_PARAMS or NO_ROUTE; a wallet that can't
   * pay gets a task that has failed with INSUFFICIENT_BALANCE.
   */
  execute(request: SwapRequest & { walletId: string }, nowMs: number, orderId: string | null = null): Task {
    const { chain, walletId, slippageBps } = request;
    tradingWallet(walletId, chain);
    const plan = this.plan(request);
    const job: SwapJob = {
      kind: 'swap',
      chain,
      walletId,
      inputToken: plan.input.address,
      outputToken: plan.output.address,
      amountIn: String(plan.amountIn),
      minAmountOut: String(minAmountOut(plan, slippageBps)),
      orderId,
    };
    const task = this.#tasks.submit(job, nowMs);
    const shortfall = this.shortfall(walletId, plan.input, plan.amountIn);
    if (shortfall) Object.assign(task, failure('INSUFFICIENT_BALANCE', shortfall));
    return task;
  }

  /** Why the wallet can't pay for a swap of this amount and its network fee, or null. */
  shortfall(walletId: string, input: PaperToken, amountIn: bigint): string | null {
    const native = this.#book.native(input.chain);
    const { networkFee } = chainTraits[input.chain];
    const have = this.#ledger.balance(walletId, idOf(input));
    if (have < amountIn) return lacking(input, have, amountIn);
    const nativeNeed = networkFee + (input === native ? amountIn : 0n);
    const haveNative = this.#ledger.balance(walletId, idOf(native));
    return haveNative < nativeNeed ? `${lacking(native, haveNative, nativeNeed)} with the network fee` : null;
  }

  /** The chain confirms: the swap happens now, or not at all. */
  settle(task: Task, job: SwapJob): Outcome {
    const input = this.#book.find(job.chain, job.inputToken);
    const output = this.#book.find(job.chain, job.outputToken);
    const plan = input && output && planSwap(this.#book, input, output, BigInt(job.amountIn));
    if (!plan) return failure('NO_ROUTE', 'no route is left for this swap');
    const shortfall = this.shortfall(job.walletId, plan.input, plan.amountIn);
    if (shortfall) return failure('INSUFFICIENT_BALANCE', shortfall);
    const txHash = transactionId(job.chain, this.#random);
    const cause = `swap:${task.taskId}`;
    const native = this.#book.native(job.chain);
    this.#ledger.transfer(job.walletId, networkAccount, idOf(native), chainTraits[job.chain].networkFee, cause);
    if (plan.amountOut < BigInt(job.minAmountOut)) {
      const [got, wanted] = [plan.amountOut, BigInt(job.minAmountOut)].map((amount) =>
        formatAmount(amount, plan.output.decimals),
      );
      const message = `the pool gave ${got} ${plan.output.symbol}, below the least accepted ${wanted}`;
      return failure('SLIPPAGE_EXCEEDED', message, txHash);
    }
    this.#move(plan, job.walletId, txHash, cause);
    return { status: 'success', txHash, errorCode: null, errorMessage: null };
  }

  #move(plan: SwapPlan, walletId: string, txHash: string, cause: string): void {
    this.#ledger.transfer(walletId, platformAccount, idOf(plan.input), plan.platformFee, cause);
    this.#ledger.debit(walletId, idOf(plan.input), plan.amountIn - plan.platformFee, cause);
    const maker = walletById(walletId).address;
    for (const leg of plan.legs) {
      leg.market.pool.swap(leg.side, leg.amountIn);
      this.#onLeg(leg, maker, txHash);
    }
    this.#ledger.credit(walletId, idOf(plan.output), plan.amountOut, cause);
    this.#onSwap({ plan, walletId, txHash });
  }
}

/** The least that a swap may give: the plan's output less the slippage, rounded down. */
export const minAmountOut = (plan: SwapPlan, slippageBps: number): bigint =>
  (plan.amountOut * BigInt(10_000 - slippageBps)) / 10_000n;

function lacking(token: PaperToken, have: bigint, need: bigint): string {
  const [held, needed] = [have, need].map((amount) => formatAmount(amount, token.decimals));
  return `the wallet holds ${held} ${token.symbol} on ${chains[token.chain].name}, ${needed} are needed`;
}
