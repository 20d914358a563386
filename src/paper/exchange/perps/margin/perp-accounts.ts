import Big from 'big.js';
import type { Wallets } from '../../../account/wallets.ts';
import { PaperError } from '../../../service/handler.ts';
import { MarginAccount } from './margin-account.ts';
import { reviveAccount, type StoredAccount, storeAccount } from './margin-account-state.ts';
import { PerpLedger } from './perp-ledger.ts';

/** Initial insurance fund. */
export const openingInsuranceUsd = new Big(1_000_000);

export interface PerpAccountsState {
  readonly ledger: Record<string, string>;
  readonly accounts: Record<string, StoredAccount>;
}

/** One margin account per wallet, and their ledger. */
export class PerpAccounts {
  readonly ledger = new PerpLedger();
  readonly #wallets: Wallets;
  readonly #defaultWalletId: string;
  #accounts: Map<string, MarginAccount>;

  constructor(wallets: Wallets, defaultWalletId: string) {
    this.#wallets = wallets;
    this.#defaultWalletId = defaultWalletId;
    this.#accounts = new Map(wallets.all.map(({ walletId }) => [walletId, new MarginAccount(walletId, this.ledger)]));
    this.ledger.pay('outside', 'insurance', openingInsuranceUsd);
  }

  all(): Iterable<MarginAccount> {
    return this.#accounts.values();
  }

  /** The default wallet's account if none is named; PaperError 404 for an unknown wallet. */
  get(walletId: string = this.#defaultWalletId): MarginAccount {
    const account = this.#accounts.get(walletId) ?? this.#open(walletId);
    if (!account) throw new PaperError(404, 'NOT_FOUND', `no wallet ${walletId}`);
    return account;
  }

  /** Like `get`, for trading: an archived wallet is read-only (PaperError 400). */
  trading(walletId: string): MarginAccount {
    const account = this.get(walletId);
    if (this.#wallets.find(walletId)?.state === 'ARCHIVED')
      throw new PaperError(400, 'INVALID_PARAMS', `wallet ${walletId} is archived`);
    return account;
  }

  /** The account of a wallet that was made since the start. */
  #open(walletId: string): MarginAccount | null {
    if (!this.#wallets.find(walletId)) return null;
    const account = new MarginAccount(walletId, this.ledger);
    this.#accounts.set(walletId, account);
    return account;
  }

  snapshot(): PerpAccountsState {
    return {
      ledger: this.ledger.snapshot(),
      accounts: Object.fromEntries([...this.#accounts].map(([walletId, account]) => [walletId, storeAccount(account)])),
    };
  }

  restore({ ledger, accounts }: PerpAccountsState): void {
    this.ledger.restore(ledger);
    this.#accounts = new Map(
      Object.entries(accounts).map(([walletId, stored]) => [walletId, reviveAccount(walletId, stored, this.ledger)]),
    );
  }
}
