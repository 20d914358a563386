/** What happened to one balance, told to whoever watches the ledger. */
export interface BalanceChange {
  readonly walletId: string;
  readonly tokenId: string;
  readonly before: bigint;
  readonly after: bigint;
  /** Why: `seed`, or a word and the task behind it, such as `swap:task_1f`. */
  readonly cause: string;
}

export class InsufficientBalanceError extends Error {
  readonly walletId: string;
  readonly tokenId: string;
  readonly have: bigint;
  readonly need: bigint;

  constructor(walletId: string, tokenId: string, have: bigint, need: bigint) {
    super(`wallet ${walletId} holds ${have} base units of ${tokenId}, ${need} are needed`);
    this.name = 'InsufficientBalanceError';
    this.walletId = walletId;
    this.tokenId = tokenId;
    this.have = have;
    this.need = need;
  }
}

/** wallet → token → base units as text, as it is written to disk. */
export type LedgerState = Record<string, Record<string, string>>;

/** Who holds how much of what, in exact base units. A balance never goes below zero. Token ids are `chain:address`. */
export class Ledger {
  readonly #balances = new Map<string, Map<string, bigint>>();
  readonly #onChange: (change: BalanceChange) => void;

  constructor(onChange: (change: BalanceChange) => void = () => {}) {
    this.#onChange = onChange;
  }

  balance(walletId: string, tokenId: string): bigint {
    return this.#balances.get(walletId)?.get(tokenId) ?? 0n;
  }

  /** Token id → base units; tokens sold to the last unit are not in it. */
  holdings(walletId: string): ReadonlyMap<string, bigint> {
    return this.#balances.get(walletId) ?? new Map();
  }

  /** Throws RangeError for a negative amount. */
  credit(walletId: string, tokenId: string, amount: bigint, cause: string): void {
    this.#refuseNegative(amount);
    this.#set(walletId, tokenId, this.balance(walletId, tokenId) + amount, cause);
  }

  /** Throws InsufficientBalanceError, and then nothing has moved. */
  debit(walletId: string, tokenId: string, amount: bigint, cause: string): void {
    this.#refuseNegative(amount);
    const have = this.balance(walletId, tokenId);
    if (have < amount) throw new InsufficientBalanceError(walletId, tokenId, have, amount);
    this.#set(walletId, tokenId, have - amount, cause);
  }

  /** Throws InsufficientBalanceError, and then nothing has moved. */
  transfer(fromWalletId: string, toWalletId: string, tokenId: string, amount: bigint, cause: string): void {
    this.debit(fromWalletId, tokenId, amount, cause);
    this.credit(toWalletId, tokenId, amount, cause);
  }

  snapshot(): LedgerState {
    return Object.fromEntries(
      [...this.#balances].map(([walletId, tokens]) => [
        walletId,
        Object.fromEntries([...tokens].map(([tokenId, amount]) => [tokenId, String(amount)])),
      ]),
    );
  }

  /** Takes the place of everything held; watchers are not told. */
  restore(state: LedgerState): void {
    this.#balances.clear();
    for (const [walletId, tokens] of Object.entries(state)) {
      const held = Object.entries(tokens).map(([tokenId, amount]) => [tokenId, BigInt(amount)] as const);
      this.#balances.set(walletId, new Map(held));
    }
  }

  #set(walletId: string, tokenId: string, after: bigint, cause: string): void {
    const before = this.balance(walletId, tokenId);
    if (before === after) return;
    const tokens = this.#balances.get(walletId) ?? new Map<string, bigint>();
    this.#balances.set(walletId, tokens);
    if (after === 0n) tokens.delete(tokenId);
    else tokens.set(tokenId, after);
    this.#onChange({ walletId, tokenId, before, after, cause });
  }

  #refuseNegative(amount: bigint): void {
    if (amount < 0n) throw new RangeError(`an amount of ${amount} base units would move money backwards`);
  }
}
