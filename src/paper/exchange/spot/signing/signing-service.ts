import { type Chain, chains } from '../../../../domain/market/chain.ts';
import type { Wallets } from '../../../account/wallets.ts';
import type { Ledger } from '../../ledger.ts';
import type { TokenBook } from '../tokens/token-book.ts';
import type { SwapPlan } from '../trading/swap-router.ts';
import { minAmountOut, type SwapRequest, type SwapService } from '../trading/swap-service.ts';
import { failure, type Job, type Outcome, type Task, type TaskStore } from '../trading/task-store.ts';
import { blockhashAt, readSignedTransaction, unsignedTransaction } from '../trading/unsigned-transaction.ts';
import { Approvals } from './approvals.ts';
import type { BuiltSwap, SignedCall } from './built-swap.ts';
import { CallerAccounts, type CallerAccountsState } from './caller-accounts.ts';
import { addressOfAccount, canonicalAddress, ledgerAccountOf } from './self-custody.ts';
import { refusal, unknownTransaction } from './submission-refusal.ts';

export interface Submission {
  readonly chain: Chain;
  readonly signedTransaction: string;
  readonly walletAddress: string;
}

export interface SigningState {
  readonly built: BuiltSwap[];
  readonly accounts: CallerAccountsState;
}

type SwapJob = Extract<Job, { kind: 'swap' }>;

/** As long as a Solana blockhash is good for: time to read what will be signed. */
const transactionLifeMs = 60_000;
/** Expired quotes are remembered this long, to be refused as expired; later they are unknown. */
const memoryMs = 120_000;
const keptQuotes = 5_000;
const largestU64 = 2n ** 64n - 1n;

/** Swaps that the caller signs: builds transactions, verifies signed ones, and accepts them as tasks. */
export class SigningService {
  readonly accounts = new CallerAccounts();
  readonly approvals: Approvals;
  readonly #book: TokenBook;
  readonly #swaps: SwapService;
  readonly #wallets: Wallets;
  readonly #nowMs: () => number;
  readonly #built = new Map<string, BuiltSwap>();

  constructor(options: {
    book: TokenBook;
    ledger: Ledger;
    tasks: TaskStore;
    swaps: SwapService;
    wallets: Wallets;
    nowMs: () => number;
  }) {
    this.#book = options.book;
    this.#swaps = options.swaps;
    this.#wallets = options.wallets;
    this.#nowMs = options.nowMs;
    this.approvals = new Approvals({ ...options, accounts: this.accounts });
  }

  /** The unsigned transaction of a plan, remembered by its quote. Refuses with INVALID_PARAMS. */
  async build(request: SwapRequest & { walletAddress: string }, plan: SwapPlan, quoteId: string) {
    const { chain, walletAddress, slippageBps } = request;
    if (chain === 'solana' && plan.amountIn > largestU64) {
      throw refusal('INVALID_PARAMS', 'amount is more than a Solana token account can hold');
    }
    const expiresAtMs = this.#nowMs() + transactionLifeMs;
    const built: BuiltSwap = {
      quoteId,
      chain,
      walletAddress,
      slippageBps,
      expiresAtMs,
      isSubmitted: false,
      inputToken: plan.input.address,
      outputToken: plan.output.address,
      amountIn: String(plan.amountIn),
      minAmountOut: String(minAmountOut(plan, slippageBps)),
      isNativeInput: plan.input.kind === 'native',
      poolCount: plan.legs.length,
      blockhash: chain === 'solana' ? blockhashAt(this.#nowMs()) : null,
    };
    const unsigned = await unsignedTransaction(built, this.accounts.allowance(plan.input, walletAddress));
    this.#built.set(quoteId, built);
    this.#forgetOldest();
    return { ...unsigned, expiresAtMs };
  }

  /** The swap in a signed transaction; null for an approval and for any that paper did not build. */
  async swapIn({ chain, signedTransaction }: Submission): Promise<SwapRequest | null> {
    const signed = await readSignedTransaction(chain, signedTransaction);
    const built = signed?.call?.kind === 'swap' && this.#built.get(signed.call.quoteId);
    if (!built) return null;
    const { inputToken: inputMint, outputToken: outputMint, amountIn: amount, slippageBps } = built;
    return { chain: built.chain, inputMint, outputMint, amount, slippageBps };
  }

  /**
   * Accepts a signed swap or approval. Refuses with INVALID_PARAMS (unreadable), INVALID_SIGNATURE, UNKNOWN_TRANSACTION
   * (not built by paper, or changed), ALREADY_SUBMITTED, QUOTE_EXPIRED, NO_ROUTE, INSUFFICIENT_BALANCE or
   * INSUFFICIENT_ALLOWANCE; a refused transaction can be submitted again.
   */
  async submit(submission: Submission): Promise<Task> {
    const { chain, signedTransaction, walletAddress } = submission;
    const signed = await readSignedTransaction(chain, signedTransaction);
    if (!signed) throw refusal('INVALID_PARAMS', `signedTransaction is not a ${chains[chain].name} transaction`);
    const { signer, call, nonce, txHash } = signed;
    if (signer === null || signer !== canonicalAddress(chain, walletAddress)) {
      throw refusal('INVALID_SIGNATURE', `the transaction is not signed by ${walletAddress}`);
    }
    // No await from here on: of two equal concurrent submissions, the second sees the effects of the first.
    if (!call) throw unknownTransaction('it does not call paper’s program or router');
    this.#refuseUsedNonce(chain, signer, nonce);
    const task =
      call.kind === 'swap'
        ? this.#takeSwap(this.#usable(call, signer, chain), txHash)
        : this.approvals.take(call, { chain, signer, txHash }, this.#nowMs());
    if (nonce !== null) this.accounts.spendNonce(chain, signer, nonce);
    task.txHash = txHash;
    return task;
  }

  /**
   * The chain confirms a swap. A caller-signed one moves a token only up to the router's allowance. Funds held by the
   * task have been released.
   */
  settleSwap(task: Task, job: SwapJob): Outcome {
    const input = this.#book.find(job.chain, job.inputToken);
    if (job.txHash === undefined || !input) return this.#swaps.settle(task, job);
    const [address, amount] = [addressOfAccount(this.#wallets, job.walletId), BigInt(job.amountIn)];
    const lacking = this.approvals.shortfall(input, address, amount);
    if (lacking) return failure('INSUFFICIENT_ALLOWANCE', lacking, job.txHash);
    const outcome = this.#swaps.settle(task, job);
    if (outcome.status === 'success') this.accounts.spend(input, address, amount);
    return { ...outcome, txHash: job.txHash };
  }

  /** The swap that was built for a quote; null if it is forgotten or never was. */
  builtBy(quoteId: string): BuiltSwap | null {
    return this.#built.get(quoteId) ?? null;
  }

  snapshot(): SigningState {
    return { built: [...this.#built.values()].map((built) => ({ ...built })), accounts: this.accounts.snapshot() };
  }

  restore({ built, accounts }: SigningState): void {
    this.#built.clear();
    for (const swap of built) this.#built.set(swap.quoteId, { ...swap });
    this.accounts.restore(accounts);
  }

  #forgetOldest(): void {
    for (const { quoteId, expiresAtMs } of this.#built.values()) {
      if (this.#built.size <= keptQuotes && this.#nowMs() < expiresAtMs + memoryMs) return;
      this.#built.delete(quoteId);
    }
  }

  /** The swap of a transaction, if it is as built and still valid. */
  #usable({ quoteId, isFor }: Extract<SignedCall, { kind: 'swap' }>, signer: string, chain: Chain): BuiltSwap {
    const built = this.#built.get(quoteId);
    if (!built || built.chain !== chain) throw unknownTransaction('there is no such quote');
    const isItsOwner = canonicalAddress(chain, built.walletAddress) === signer;
    if (!isItsOwner || !isFor(built)) throw unknownTransaction('it was changed after paper built it');
    if (built.isSubmitted) throw refusal('ALREADY_SUBMITTED', `the swap of quote ${quoteId} was submitted before`);
    if (this.#nowMs() >= built.expiresAtMs) throw refusal('QUOTE_EXPIRED', `quote ${quoteId} has expired`);
    return built;
  }

  #takeSwap(built: BuiltSwap, txHash: string): Task {
    const { chain, walletAddress, inputToken: inputMint, outputToken: outputMint, amountIn: amount } = built;
    const plan = this.#swaps.plan({ chain, inputMint, outputMint, amount });
    const walletId = ledgerAccountOf(this.#wallets, chain, walletAddress);
    const shortfall = this.#swaps.shortfall(walletId, plan.input, plan.amountIn);
    if (shortfall) throw refusal('INSUFFICIENT_BALANCE', shortfall);
    const lacking = this.approvals.shortfall(plan.input, walletAddress, plan.amountIn);
    if (lacking) throw refusal('INSUFFICIENT_ALLOWANCE', lacking);
    built.isSubmitted = true;
    const swap = { plan, walletId, minAmountOut: BigInt(built.minAmountOut), orderId: null, txHash };
    return this.#swaps.submit(swap, this.#nowMs());
  }

  #refuseUsedNonce(chain: Chain, address: string, nonce: number | null): void {
    const nextNonce = this.accounts.nextNonce(chain, address);
    if (nonce === null || nonce >= nextNonce) return;
    const message = `a transaction with this nonce or a later one was submitted before; the next is ${nextNonce}`;
    throw refusal('ALREADY_SUBMITTED', message, { nextNonce });
  }
}
