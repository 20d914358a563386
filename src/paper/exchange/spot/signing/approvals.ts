import type { Chain } from '../../../../domain/market/chain.ts';
import { paperRouter } from '../../../../domain/market/paper-contracts.ts';
import { formatAmount } from '../../../../domain/numbers/amount.ts';
import type { Wallets } from '../../../account/wallets.ts';
import type { Ledger } from '../../ledger.ts';
import { networkAccount } from '../../ledger-accounts.ts';
import { chainTraits } from '../tokens/chain-traits.ts';
import { idOf, type TokenBook } from '../tokens/token-book.ts';
import type { PaperToken } from '../tokens/token-list.ts';
import type { Job, Outcome, Task, TaskStore } from '../trading/task-store.ts';
import { chainOfId } from '../trading/unsigned-transaction.ts';
import type { SignedCall } from './built-swap.ts';
import type { CallerAccounts } from './caller-accounts.ts';
import { addressOfAccount, ledgerAccountOf } from './self-custody.ts';
import { refusal, unknownTransaction } from './submission-refusal.ts';

type ApprovalJob = Extract<Job, { kind: 'approval' }>;

/** ERC-20 approvals of paper's router: accepted as tasks, effective when the chain confirms. */
export class Approvals {
  readonly #book: TokenBook;
  readonly #ledger: Ledger;
  readonly #tasks: TaskStore;
  readonly #accounts: CallerAccounts;
  readonly #wallets: Wallets;

  constructor(options: {
    book: TokenBook;
    ledger: Ledger;
    tasks: TaskStore;
    accounts: CallerAccounts;
    wallets: Wallets;
  }) {
    this.#book = options.book;
    this.#ledger = options.ledger;
    this.#tasks = options.tasks;
    this.#accounts = options.accounts;
    this.#wallets = options.wallets;
  }

  /** Accepts a signed approval of any amount; refuses with UNKNOWN_TRANSACTION or INSUFFICIENT_BALANCE. */
  take(
    { chainId, token, spender, amount }: Extract<SignedCall, { kind: 'approve' }>,
    from: { chain: Chain; signer: string; txHash: string },
    nowMs: number,
  ): Task {
    const { chain, signer, txHash } = from;
    if (chainOfId(chainId) !== chain || spender !== paperRouter || !this.#book.find(chain, token)) {
      throw unknownTransaction('it does not approve paper’s router for a listed token');
    }
    const walletId = ledgerAccountOf(this.#wallets, chain, signer);
    const native = this.#book.native(chain);
    const fee = networkFee(chain);
    if (this.#ledger.available(walletId, idOf(native)) < fee) {
      throw refusal('INSUFFICIENT_BALANCE', `the wallet lacks the ${native.symbol} for the network fee`);
    }
    const job: ApprovalJob = { kind: 'approval', chain, walletId, token, amount: String(amount), txHash };
    const task = this.#tasks.submit(job, nowMs);
    this.#ledger.hold(task.taskId, walletId, [[idOf(native), fee]]);
    return task;
  }

  /** The chain confirms an approval. Funds held by the task have been released. */
  settle(task: Task, { chain, walletId, token, amount, txHash }: ApprovalJob): Outcome {
    const native = idOf(this.#book.native(chain));
    this.#ledger.transfer(walletId, networkAccount, native, networkFee(chain), `approval:${task.taskId}`);
    const approved = this.#book.find(chain, token);
    if (approved) this.#accounts.approve(approved, addressOfAccount(this.#wallets, walletId), BigInt(amount));
    return { status: 'success', txHash, errorCode: null, errorMessage: null };
  }

  /** Why the router may not move this much of the token, or null. */
  shortfall(token: PaperToken, address: string, amount: bigint): string | null {
    const allowance = this.#accounts.allowance(token, address);
    if (allowance >= amount) return null;
    const [allowed, needed] = [allowance, amount].map((units) => formatAmount(units, token.decimals));
    return `the router may move ${allowed} ${token.symbol}, ${needed} are needed: submit the approval first`;
  }
}

/** An approval costs about a third of a swap's gas. */
const networkFee = (chain: Chain): bigint => chainTraits[chain].networkFee / 3n;
