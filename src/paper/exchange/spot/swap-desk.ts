import { formatAmount } from '../../../domain/amount.ts';
import { type Chain, chains } from '../../../domain/chain.ts';
import type { Random } from '../../../platform/random.ts';
import { seedWallets } from '../../account/wallets.ts';
import { PaperError } from '../../handler.ts';
import type { Ledger, Move } from '../ledger.ts';
import { networkAccount, platformAccount } from '../ledger-accounts.ts';
import { chainTraits } from './chain-traits.ts';
import { transactionId } from './paper-addresses.ts';
import { tradableToken, tradingWallet } from './paper-lookup.ts';
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
    /** The swap has just moved this pool, and its others. */
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
    tradingWallet(request.walletId, request.chain);
    const plan = this.plan(request);
    const least = minAmountOut(plan, request.slippageBps);
    return this.submit({ plan, walletId: request.walletId, minAmountOut: least, orderId }, nowMs);
  }

  /**
   * Sends a planned swap on its way and holds what it will cost until it settles. `walletId` may be any account of the
   * ledger: an outside wallet's is its address.
   */
  submit(
    swap: { plan: SwapPlan; walletId: string; minAmountOut: bigint; orderId: string | null; txHash?: string },
    nowMs: number,
  ): Task {
    const { plan, walletId, orderId, txHash } = swap;
    const job: SwapJob = {
      kind: 'swap',
      chain: plan.chain,
      walletId,
      inputToken: plan.input.address,
      outputToken: plan.output.address,
      amountIn: String(plan.amountIn),
      minAmountOut: String(swap.minAmountOut),
      orderId,
      ...(txHash !== undefined && { txHash }),
    };
    const task = this.#tasks.submit(job, nowMs);
    const shortfall = this.shortfall(walletId, plan.input, plan.amountIn);
    if (shortfall) Object.assign(task, failure('INSUFFICIENT_BALANCE', shortfall));
    else {
      const fee = [idOf(this.#book.native(plan.chain)), chainTraits[plan.chain].networkFee] as const;
      this.#ledger.hold(task.taskId, walletId, [[idOf(plan.input), plan.amountIn], fee]);
    }
    return task;
  }

  /** Why the wallet can't pay for a swap of this amount and its network fee, or null. */
  shortfall(walletId: string, input: PaperToken, amountIn: bigint): string | null {
    const native = this.#book.native(input.chain);
    const { networkFee } = chainTraits[input.chain];
    const have = this.#ledger.available(walletId, idOf(input));
    if (have < amountIn) return lacking(input, have, amountIn);
    const nativeNeed = networkFee + (input === native ? amountIn : 0n);
    const haveNative = this.#ledger.available(walletId, idOf(native));
    return haveNative < nativeNeed ? `${lacking(native, haveNative, nativeNeed)} with the network fee` : null;
  }

  /**
   * The chain confirms: the swap happens now, or not at all. What the task held has just been released and pays for it;
   * one that an older service took held nothing, and may find the money gone.
   */
  settle(task: Task, job: SwapJob): Outcome {
    const input = this.#book.find(job.chain, job.inputToken);
    const output = this.#book.find(job.chain, job.outputToken);
    const plan = input && output && planSwap(this.#book, input, output, BigInt(job.amountIn));
    if (!plan) return failure('NO_ROUTE', 'no route is left for this swap');
    const shortfall = this.shortfall(job.walletId, plan.input, plan.amountIn);
    if (shortfall) return failure('INSUFFICIENT_BALANCE', shortfall);
    const txHash = job.txHash ?? transactionId(job.chain, this.#random);
    const cause = `swap:${task.taskId}`;
    const networkFee: Move = {
      ...{ from: job.walletId, to: networkAccount },
      ...{ tokenId: idOf(this.#book.native(job.chain)), amount: chainTraits[job.chain].networkFee },
    };
    if (plan.amountOut < BigInt(job.minAmountOut)) {
      this.#ledger.post(cause, [networkFee]);
      const [got, wanted] = [plan.amountOut, BigInt(job.minAmountOut)].map((amount) =>
        formatAmount(amount, plan.output.decimals),
      );
      const message = `the pool gave ${got} ${plan.output.symbol}, below the least accepted ${wanted}`;
      return failure('SLIPPAGE_EXCEEDED', message, txHash);
    }
    this.#ledger.post(cause, [networkFee, ...swapMoves(plan, job.walletId)]);
    const maker = seedWallets.find(({ walletId }) => walletId === job.walletId)?.address ?? job.walletId;
    for (const leg of plan.legs) this.#onLeg(leg, maker, txHash);
    this.#onSwap({ plan, walletId: job.walletId, txHash });
    return { status: 'success', txHash, errorCode: null, errorMessage: null };
  }
}

/** All that a swap moves but the network fee: between two pools the coins pass through the maker's hands. */
function swapMoves({ input, platformFee, legs }: SwapPlan, maker: string): Move[] {
  const fee = { from: maker, to: platformAccount, tokenId: idOf(input), amount: platformFee };
  return [fee, ...legs.flatMap(({ market, side, amountIn }) => market.pool.moves(side, amountIn, maker))];
}

/** The least that a swap may give: the plan's output less the slippage, rounded down. */
export const minAmountOut = (plan: SwapPlan, slippageBps: number): bigint =>
  (plan.amountOut * BigInt(10_000 - slippageBps)) / 10_000n;

function lacking(token: PaperToken, have: bigint, need: bigint): string {
  const [free, needed] = [have, need].map((amount) => formatAmount(amount, token.decimals));
  return `the wallet has ${free} ${token.symbol} available on ${chains[token.chain].name}, ${needed} are needed`;
}
