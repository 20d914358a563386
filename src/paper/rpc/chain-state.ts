import type { Chain } from '../../domain/market/chain.ts';
import type { BuiltSwap } from '../exchange/spot/signing/built-swap.ts';
import { canonicalAddress, ledgerAccountOf } from '../exchange/spot/signing/self-custody.ts';
import { blockAt, chainTraits } from '../exchange/spot/tokens/chain-traits.ts';
import { idOf } from '../exchange/spot/tokens/token-book.ts';
import type { PaperToken } from '../exchange/spot/tokens/token-list.ts';
import type { SpotMarket } from '../exchange/spot/trading/spot-market.ts';
import type { Task } from '../exchange/spot/trading/task-store.ts';

/** What a swap would do to its sender now, base units; or why it would fail. */
export type Effect =
  | {
      readonly ok: true;
      readonly input: PaperToken;
      readonly output: PaperToken;
      readonly amountIn: bigint;
      readonly amountOut: bigint;
      readonly fee: bigint;
    }
  | { readonly ok: false; readonly why: string };

/** A confirmed approval of paper's router. */
export interface ConfirmedApproval {
  readonly owner: string;
  readonly token: string;
  /** Base units. */
  readonly amount: bigint;
  readonly txHash: string;
  readonly height: number;
}

/** One chain of the paper market as its nodes see it: what the ledger, the callers' accounts and the tasks hold. */
export class ChainState {
  readonly chain: Chain;
  readonly #spot: SpotMarket;

  constructor(chain: Chain, spot: SpotMarket) {
    this.chain = chain;
    this.#spot = spot;
  }

  get nowMs(): number {
    return this.#spot.nowMs;
  }

  get height(): number {
    return blockAt(this.chain, this.nowMs);
  }

  token(address: string): PaperToken | null {
    return this.#spot.book.find(this.chain, address) ?? null;
  }

  get native(): PaperToken {
    return this.#spot.book.native(this.chain);
  }

  balance(address: string, token: PaperToken): bigint {
    return this.#spot.account.ledger.balance(this.#accountOf(address), idOf(token));
  }

  /** Tokens that the address holds, without the native coin. */
  holdings(address: string): readonly (readonly [PaperToken, bigint])[] {
    const held = this.#spot.account.ledger.holdings(this.#accountOf(address));
    const native = idOf(this.native);
    return this.#spot.book.tokens.flatMap((token) => {
      const id = idOf(token);
      const amount = token.chain === this.chain && id !== native ? held.get(id) : undefined;
      return amount === undefined ? [] : [[token, amount] as const];
    });
  }

  /** The next nonce, and the next of a transaction that has not landed yet. */
  nonces(address: string): { readonly latest: number; readonly pending: number } {
    const pending = this.#spot.account.signing.accounts.nextNonce(this.chain, address);
    const account = this.#accountOf(address);
    const open = this.#spot.tasks
      .snapshot()
      .filter(
        ({ job, status, txHash }) =>
          job.walletId === account &&
          job.chain === this.chain &&
          txHash !== null &&
          (status === 'submitted' || status === 'pending'),
      );
    return { pending, latest: Math.max(0, pending - open.length) };
  }

  allowance(token: PaperToken, owner: string): bigint {
    return this.#spot.account.signing.accounts.allowance(token, owner);
  }

  /** The task of a transaction that was submitted; null if this chain has not seen it. */
  taskOf(txHash: string): Task | null {
    return this.#spot.tasks.snapshot().find((task) => task.txHash === txHash && task.job.chain === this.chain) ?? null;
  }

  /** The block that confirmed a task, or reverted it. */
  heightOf({ settlesAtMs }: Task): number {
    return blockAt(this.chain, settlesAtMs);
  }

  /** The confirmed approvals that fulfil a condition, oldest first, as far back as paper keeps its tasks. */
  approvals(is: (approval: ConfirmedApproval) => boolean): readonly ConfirmedApproval[] {
    return this.#spot.tasks
      .snapshot()
      .flatMap((task): ConfirmedApproval[] => {
        const { job, status } = task;
        if (job.kind !== 'approval' || job.chain !== this.chain || status !== 'success') return [];
        const { token, amount, txHash } = job;
        return [{ owner: this.ownerOf(task), token, amount: BigInt(amount), txHash, height: this.heightOf(task) }];
      })
      .filter(is)
      .sort((one, other) => one.height - other.height);
  }

  ownerOf({ job }: Task): string {
    return this.#spot.wallets.find(job.walletId)?.address ?? job.walletId;
  }

  /** What a swap that paper built would do now. */
  effectOf(built: BuiltSwap): Effect {
    const { chain, inputToken: inputMint, outputToken: outputMint, amountIn: amount, walletAddress } = built;
    try {
      const plan = this.#spot.swaps.plan({ chain, inputMint, outputMint, amount });
      const why =
        this.#spot.swaps.shortfall(this.#accountOf(walletAddress), plan.input, plan.amountIn) ??
        this.#spot.account.signing.approvals.shortfall(plan.input, walletAddress, plan.amountIn);
      if (why) return { ok: false, why };
      if (plan.amountOut < BigInt(built.minAmountOut))
        return { ok: false, why: 'less than the minimum would come out' };
      if (this.nowMs >= built.expiresAtMs) return { ok: false, why: 'the quote has expired' };
      const { input, output, amountIn, amountOut } = plan;
      return { ok: true, input, output, amountIn, amountOut, fee: chainTraits[chain].networkFee };
    } catch (error) {
      return { ok: false, why: error instanceof Error ? error.message : String(error) };
    }
  }

  builtBy = (quoteId: string): BuiltSwap | null => this.#spot.account.signing.builtBy(quoteId);

  #accountOf(address: string): string {
    return ledgerAccountOf(this.#spot.wallets, this.chain, canonicalAddress(this.chain, address));
  }
}
