import { type Chain, chains, isAddress } from '../../../../domain/market/chain.ts';
import { quoteTokens } from '../../../../domain/market/token.ts';
import type { Random } from '../../../../platform/time/random.ts';
import type { Wallets } from '../../../account/wallets.ts';
import { PaperError } from '../../../service/handler.ts';
import type { Ledger } from '../../ledger.ts';
import { networkAccount } from '../../ledger-accounts.ts';
import { transferFee, walletReserve } from '../tokens/chain-traits.ts';
import { transactionId } from '../tokens/paper-addresses.ts';
import { tradingWallet } from '../tokens/paper-lookup.ts';
import { idOf, type TokenBook } from '../tokens/token-book.ts';
import type { PaperToken } from '../tokens/token-list.ts';
import { failure, type Job, type Outcome, type Task, type TaskStore } from '../trading/task-store.ts';
import type { TradeLog } from '../trading/trade-log.ts';
import { RecentRequests, type RecentRequestsState, type TransferRequest } from './recent-requests.ts';

export type TransferJob = Extract<Job, { kind: 'transfer' }>;

/** Moves tokens between wallets of the account, as tasks that the chain confirms. */
export class TransferService {
  readonly #book: TokenBook;
  readonly #ledger: Ledger;
  readonly #tasks: TaskStore;
  readonly #trades: TradeLog;
  readonly #wallets: Wallets;
  readonly #random: Random;
  readonly #archive: (walletId: string) => void;
  readonly #recent = new RecentRequests();

  constructor(options: {
    book: TokenBook;
    ledger: Ledger;
    tasks: TaskStore;
    trades: TradeLog;
    wallets: Wallets;
    random: Random;
    /** Called for a wallet whose whole balance has been moved. */
    archive: (walletId: string) => void;
  }) {
    this.#book = options.book;
    this.#ledger = options.ledger;
    this.#tasks = options.tasks;
    this.#trades = options.trades;
    this.#wallets = options.wallets;
    this.#random = options.random;
    this.#archive = options.archive;
  }

  /**
   * Accepts a transfer, or returns the one that was accepted with the same correlationId, or without one for the same
   * move in the same five minutes. Refuses with NOT_FOUND or INVALID_PARAMS; without funds the task fails.
   */
  submit(request: TransferRequest, nowMs: number): Task {
    const known = this.#tasks.find(this.#recent.find(request, nowMs) ?? '');
    if (known) return known;
    const { fromWalletId, toWalletId, chain } = request;
    tradingWallet(this.#wallets, fromWalletId, chain);
    tradingWallet(this.#wallets, toWalletId, chain);
    if (fromWalletId === toWalletId) throw invalid('fromWalletId and toWalletId must be two wallets');
    const token = this.#tokenOf(chain, request.token);
    const amount = request.amount ?? this.#wholeBalance(fromWalletId, token);
    const job: TransferJob = {
      kind: 'transfer',
      chain,
      walletId: fromWalletId,
      toWalletId,
      token: token.address,
      amount: String(amount),
      isRetiring: request.amount === null,
    };
    const task = this.#tasks.submit(job, nowMs);
    this.#recent.add(request, task.taskId, nowMs);
    const lacking = this.#whyShort(fromWalletId, token, amount);
    if (lacking) Object.assign(task, lacking);
    else this.#ledger.hold(task.taskId, fromWalletId, [[idOf(token), amount], this.#fee(token)]);
    return task;
  }

  /** The chain confirms: what was held has just been released, and moves. */
  settle(task: Task, job: TransferJob): Outcome {
    const token = this.#book.find(job.chain, job.token);
    if (!token) return failure('NOT_FOUND', 'the token is no longer listed');
    const { walletId: from, toWalletId: to } = job;
    const [amount, [feeToken, fee]] = [BigInt(job.amount), this.#fee(token)];
    this.#ledger.post(`transfer:${task.taskId}`, [
      { from, to, tokenId: idOf(token), amount },
      { from, to: networkAccount, tokenId: feeToken, amount: fee },
    ]);
    this.#trades.moved({ chain: job.chain, token: token.address, from, to, amount });
    if (job.isRetiring) this.#archive(from);
    const txHash = transactionId(job.chain, this.#random);
    return { status: 'success', txHash, errorCode: null, errorMessage: null };
  }

  snapshot(): RecentRequestsState {
    return this.#recent.snapshot();
  }

  restore(state: RecentRequestsState): void {
    this.#recent.restore(state);
  }

  #tokenOf(chain: Chain, name: string): PaperToken {
    const { nativeSymbol, nativeAddress } = chains[chain];
    const isNative = name.toLowerCase() === 'native' || name === nativeSymbol;
    const known = quoteTokens.find((quote) => quote.chain === chain && quote.symbol === name);
    const address = isNative ? nativeAddress : (known?.address ?? name);
    const token = isAddress(chain, address) ? this.#book.find(chain, address) : null;
    if (!token) throw invalid(`token must be native, ${nativeSymbol}, USDC or the address of a token on ${chain}`);
    return token;
  }

  /** Of the native coin without what its fee costs and what the chain or the next fee needs. May be negative. */
  #wholeBalance(walletId: string, token: PaperToken): bigint {
    const available = this.#ledger.available(walletId, idOf(token));
    return token.kind === 'native' ? available - this.#fee(token)[1] - walletReserve(token.chain) : available;
  }

  #fee(token: PaperToken): readonly [tokenId: string, amount: bigint] {
    return [idOf(this.#book.native(token.chain)), transferFee(token.chain, token.kind === 'native')];
  }

  #whyShort(walletId: string, token: PaperToken, amount: bigint): Outcome | null {
    const [native, fee] = this.#fee(token);
    const isNative = token.kind === 'native';
    const available = this.#ledger.available(walletId, idOf(token));
    if (available < amount || (amount <= 0n && !isNative))
      return failure('INSUFFICIENT_BALANCE', `the wallet has ${available} base units of ${token.symbol} available`);
    const left = this.#ledger.available(walletId, native) - (isNative ? amount : 0n);
    return amount <= 0n || left < fee
      ? failure('INSUFFICIENT_BALANCE_FOR_GAS', 'nothing is left after the reserve for gas and rent')
      : null;
  }
}

const invalid = (message: string) => new PaperError(400, 'INVALID_PARAMS', message);
