import { type Chain, chains } from '../../../../domain/market/chain.ts';
import { formatAmount } from '../../../../domain/numbers/amount.ts';
import type { Random } from '../../../../platform/time/random.ts';
import type { Wallets } from '../../../account/wallets.ts';
import { PaperError } from '../../../service/handler.ts';
import type { Ledger } from '../../ledger.ts';
import { networkAccount, platformAccount } from '../../ledger-accounts.ts';
import type { Move } from '../../ledger-entries.ts';
import { addressOfAccount } from '../signing/self-custody.ts';
import { chainTraits } from '../tokens/chain-traits.ts';
import { transactionId } from '../tokens/paper-addresses.ts';
import { tradableToken, tradingWallet } from '../tokens/paper-lookup.ts';
import { idOf, type TokenBook } from '../tokens/token-book.ts';
import type { PaperToken } from '../tokens/token-list.ts';
import { planSwap, type SwapLeg, type SwapPlan } from './swap-router.ts';
import { failure, type Job, type Outcome, type Task, type TaskStore } from './task-store.ts';

export interface SwapRequest {
  readonly chain: Chain;
  readonly inputMint: string;
  readonly outputMint: string;
  readonly amount: string;
  readonly slippageBps: number;
}

/** Receives the account's settled swaps. */
export interface SettledSwap {
  readonly plan: SwapPlan;
  readonly walletId: string;
  readonly txHash: string;
}

type SwapJob = Extract<Job, { kind: 'swap' }>;

/** Quotes swaps, accepts them as tasks, and settles them against the pools at confirmation time. */
export class SwapService {
  readonly #book: TokenBook;
  readonly #ledger: Ledger;
  readonly #tasks: TaskStore;
  readonly #random: Random;
  readonly #wallets: Wallets;
  readonly #onLeg: (leg: SwapLeg, maker: string, txHash: string) => void;
  readonly #onSwap: (swap: SettledSwap) => void;

  constructor(options: {
    book: TokenBook;
    ledger: Ledger;
    tasks: TaskStore;
    random: Random;
    wallets: Wallets;
    /** Called for each pool that the swap has just moved. */
    onLeg: (leg: SwapLeg, maker: string, txHash: string) => void;
    onSwap: (swap: SettledSwap) => void;
  }) {
    this.#book = options.book;
    this.#ledger = options.ledger;
    this.#tasks = options.tasks;
    this.#random = options.random;
    this.#wallets = options.wallets;
    this.#onLeg = options.onLeg;
    this.#onSwap = options.onSwap;
  }

  /** The swap's result at current prices; refuses with INVALID_PARAMS or NO_ROUTE. */
  plan({ chain, inputMint, outputMint, amount }: Omit<SwapRequest, 'slippageBps'>): SwapPlan {
    const input = tradableToken(this.#book, chain, inputMint, 'inputMint');
    const output = tradableToken(this.#book, chain, outputMint, 'outputMint');
    const plan = planSwap(this.#book, input, output, BigInt(amount));
    if (!plan) throw new PaperError(400, 'NO_ROUTE', `no route takes ${amount} ${input.symbol} to ${output.symbol}`);
    return plan;
  }

  /**
   * Accepts a swap from one of the account's wallets. Refuses with NOT_FOUND, INVALID_PARAMS or NO_ROUTE; without funds
   * the task fails with INSUFFICIENT_BALANCE.
   */
  execute(request: SwapRequest & { walletId: string }, nowMs: number, orderId: string | null = null): Task {
    tradingWallet(this.#wallets, request.walletId, request.chain);
    const plan = this.plan(request);
    const least = minAmountOut(plan, request.slippageBps);
    return this.submit({ plan, walletId: request.walletId, minAmountOut: least, orderId }, nowMs);
  }

  /**
   * Submits a planned swap and holds its cost until it settles. `walletId` may be any ledger account; an outside
   * wallet's is its address.
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

  /** Why the wallet cannot pay for a swap of this amount plus its network fee, or null. */
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
   * The chain confirms: the swap is executed now or fails. Its held funds have just been released and pay for it. A
   * swap accepted by an older version held nothing, and may lack funds.
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
      from: job.walletId,
      to: networkAccount,
      tokenId: idOf(this.#book.native(job.chain)),
      amount: chainTraits[job.chain].networkFee,
    };
    if (plan.amountOut < BigInt(job.minAmountOut)) {
      this.#ledger.post(cause, [networkFee]);
      const [got, wanted] = [plan.amountOut, BigInt(job.minAmountOut)].map((amount) =>
        formatAmount(amount, plan.output.decimals),
      );
      const message = `the pool returned ${got} ${plan.output.symbol}, below the minimum of ${wanted}`;
      return failure('SLIPPAGE_EXCEEDED', message, txHash);
    }
    this.#ledger.post(cause, [networkFee, ...swapMoves(plan, job.walletId)]);
    const maker = addressOfAccount(this.#wallets, job.walletId);
    for (const leg of plan.legs) this.#onLeg(leg, maker, txHash);
    this.#onSwap({ plan, walletId: job.walletId, txHash });
    return { status: 'success', txHash, errorCode: null, errorMessage: null };
  }
}

/** All moves of a swap except the network fee: between two pools the tokens pass through the maker's account. */
export function swapMoves({ input, platformFee, legs }: SwapPlan, maker: string): Move[] {
  const fee = { from: maker, to: platformAccount, tokenId: idOf(input), amount: platformFee };
  return [fee, ...legs.flatMap(({ market, side, amountIn }) => market.pool.moves(side, amountIn, maker))];
}

/** Minimum output of a swap: the plan's output minus slippage, rounded down. */
export const minAmountOut = (plan: SwapPlan, slippageBps: number): bigint =>
  (plan.amountOut * BigInt(10_000 - slippageBps)) / 10_000n;

function lacking(token: PaperToken, have: bigint, need: bigint): string {
  const [free, needed] = [have, need].map((amount) => formatAmount(amount, token.decimals));
  return `the wallet has ${free} ${token.symbol} available on ${chains[token.chain].name}, ${needed} are needed`;
}
