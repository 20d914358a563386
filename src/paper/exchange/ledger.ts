import { isUserAccount, worldAccount } from './ledger-accounts.ts';
import { LedgerEntries, type LedgerEntry, type Move } from './ledger-entries.ts';

/** A change of a user's balance, as reported to watchers of the ledger. */
export interface BalanceChange {
  readonly walletId: string;
  readonly tokenId: string;
  readonly before: bigint;
  readonly after: bigint;
  /** Cause: `seed`, or a word and the task, such as `swap:task_1f`. */
  readonly cause: string;
}

/** An account's balance of one token, live: only the ledger changes it. */
export interface Holding {
  readonly accountId: string;
  readonly tokenId: string;
  readonly amount: bigint;
  /** The part of `amount` that is held and cannot be spent. */
  readonly held: bigint;
}

export class InsufficientBalanceError extends Error {
  readonly walletId: string;
  readonly tokenId: string;
  readonly have: bigint;
  readonly need: bigint;

  constructor(walletId: string, tokenId: string, have: bigint, need: bigint) {
    super(`account ${walletId} has ${have} base units of ${tokenId} available, ${need} are needed`);
    this.name = 'InsufficientBalanceError';
    this.walletId = walletId;
    this.tokenId = tokenId;
    this.have = have;
    this.need = need;
  }
}

/** The ledger as saved, amounts as text. */
export interface LedgerState {
  /** account → token → base units. */
  readonly balances: Record<string, Record<string, string>>;
  /** hold → account and, per token, base units. */
  readonly holds: Record<string, { readonly accountId: string; readonly amounts: Record<string, string> }>;
  readonly entries: LedgerEntry[];
}

interface Hold {
  readonly accountId: string;
  readonly amounts: readonly (readonly [tokenId: string, amount: bigint])[];
}

type Cell = { -readonly [Field in keyof Holding]: Holding[Field] };

/**
 * Balances of all accounts in exact base units, as a double-entry ledger: tokens only move between accounts, so for
 * each token the sum over all accounts, including the outside world's negative one, is always zero. No other account
 * goes below zero, and none can spend what is held. Token ids are `chain:address`; `ledger-accounts.ts` names the
 * accounts that are not users' wallets.
 */
export class Ledger {
  readonly #accounts = new Map<string, Map<string, Cell>>();
  /** Every holding that ever existed. */
  readonly #cells = new Map<string, Cell>();
  readonly #holds = new Map<string, Hold>();
  readonly #watchers: ((change: BalanceChange) => void)[] = [];
  readonly #entries: LedgerEntries;

  /** `nowMs` stamps entries. */
  constructor(nowMs: () => number = () => 0) {
    this.#entries = new LedgerEntries(nowMs);
  }

  /** Reports every change of a user's balance, after all moves of its posting. */
  watch(onChange: (change: BalanceChange) => void): void {
    this.#watchers.push(onChange);
  }

  /** The account's balance, including the held part. */
  balance(accountId: string, tokenId: string): bigint {
    return this.#accounts.get(accountId)?.get(tokenId)?.amount ?? 0n;
  }

  /** The balance that the account can spend. */
  available(accountId: string, tokenId: string): bigint {
    const cell = this.#accounts.get(accountId)?.get(tokenId);
    return cell ? cell.amount - cell.held : 0n;
  }

  /** Token id → base units; without tokens that were sold completely. */
  holdings(accountId: string): ReadonlyMap<string, bigint> {
    const cells = [...(this.#accounts.get(accountId)?.values() ?? [])];
    return new Map(cells.filter(({ amount }) => amount !== 0n).map(({ tokenId, amount }) => [tokenId, amount]));
  }

  /** The live holding of one account, for frequent readers; the object never changes identity. */
  holding(accountId: string, tokenId: string): Holding {
    return this.#cell(accountId, tokenId);
  }

  /** Drops empty holdings that nobody reads any more. Throws RangeError if one is not empty. */
  forget(isDropped: (holding: Holding) => boolean): void {
    for (const [key, cell] of this.#cells) {
      if (!isDropped(cell)) continue;
      if (cell.amount !== 0n) throw new RangeError(`${key} still has ${cell.amount} base units`);
      this.#cells.delete(key);
      this.#accounts.get(cell.accountId)?.delete(cell.tokenId);
    }
  }

  /** All holdings of all accounts, including empty ones. */
  all(): Holding[] {
    return [...this.#cells.values()];
  }

  /** The latest entries of users' wallets and the outside world, each with its cause, oldest first. */
  entries(): LedgerEntry[] {
    return this.#entries.list();
  }

  /**
   * Posts all moves in order, or none: throws InsufficientBalanceError if an account lacks funds, RangeError for a
   * negative amount.
   */
  post(cause: string, moves: readonly Move[]): void {
    const before = new Map<Cell, bigint>();
    try {
      for (const move of moves) this.#move(move, before);
    } catch (error) {
      for (const [cell, amount] of before) cell.amount = amount;
      throw error;
    }
    for (const move of moves) this.#entries.note(move, cause);
    for (const [{ accountId: walletId, tokenId, amount: after }, amount] of before) {
      if (amount === after || !isUserAccount(walletId)) continue;
      for (const onChange of this.#watchers) onChange({ walletId, tokenId, before: amount, after, cause });
    }
  }

  /** Brings tokens in from the outside world. Throws RangeError for a negative amount. */
  credit(accountId: string, tokenId: string, amount: bigint, cause: string): void {
    this.transfer(worldAccount, accountId, tokenId, amount, cause);
  }

  /** Sends tokens to the outside world. Throws like `post`. */
  debit(accountId: string, tokenId: string, amount: bigint, cause: string): void {
    this.transfer(accountId, worldAccount, tokenId, amount, cause);
  }

  /** Throws like `post`. */
  transfer(from: string, to: string, tokenId: string, amount: bigint, cause: string): void {
    this.post(cause, [{ from, to, tokenId, amount }]);
  }

  /**
   * Holds amounts of an account until `release`; balances do not change. Throws InsufficientBalanceError without
   * holding anything; RangeError for a negative amount or an existing hold.
   */
  hold(holdId: string, accountId: string, amounts: Hold['amounts']): void {
    if (this.#holds.has(holdId)) throw new RangeError(`${holdId} holds already`);
    const sums = new Map<string, bigint>();
    for (const [tokenId, amount] of amounts) {
      refuseNegative(amount);
      sums.set(tokenId, (sums.get(tokenId) ?? 0n) + amount);
    }
    for (const [tokenId, need] of sums) {
      const have = this.available(accountId, tokenId);
      if (have < need) throw new InsufficientBalanceError(accountId, tokenId, have, need);
    }
    for (const [tokenId, amount] of sums) this.#cell(accountId, tokenId).held += amount;
    this.#holds.set(holdId, { accountId, amounts: [...sums] });
  }

  /** Makes held funds spendable again. No effect for an unknown hold. */
  release(holdId: string): void {
    const hold = this.#holds.get(holdId);
    if (!hold) return;
    for (const [tokenId, amount] of hold.amounts) this.#cell(hold.accountId, tokenId).held -= amount;
    this.#holds.delete(holdId);
  }

  snapshot(): LedgerState {
    const text = (amounts: Iterable<readonly [string, bigint]>) =>
      Object.fromEntries([...amounts].map(([tokenId, amount]) => [tokenId, String(amount)]));
    return {
      balances: Object.fromEntries(
        [...this.#accounts.keys()]
          .map((id) => [id, this.holdings(id)] as const)
          .filter(([, tokens]) => tokens.size > 0)
          .map(([id, tokens]) => [id, text(tokens)]),
      ),
      holds: Object.fromEntries(
        [...this.#holds].map(([id, { accountId, amounts }]) => [id, { accountId, amounts: text(amounts) }]),
      ),
      entries: this.entries(),
    };
  }

  /** Replaces everything; watchers are not told. Throws RangeError if the ledger does not balance. */
  restore(state: LedgerState): void {
    this.#clear();
    const sums = new Map<string, bigint>();
    for (const [accountId, tokens] of Object.entries(state.balances)) {
      for (const [tokenId, text] of Object.entries(tokens)) {
        const amount = BigInt(text);
        if (amount < 0n && accountId !== worldAccount) throw new RangeError(`${accountId} is below zero`);
        this.#cell(accountId, tokenId).amount = amount;
        sums.set(tokenId, (sums.get(tokenId) ?? 0n) + amount);
      }
    }
    for (const [tokenId, sum] of sums) {
      if (sum !== 0n) throw new RangeError(`the books of ${tokenId} are out by ${sum} base units`);
    }
    for (const [id, { accountId, amounts }] of Object.entries(state.holds)) {
      const held = Object.entries(amounts).map(([tokenId, amount]) => [tokenId, BigInt(amount)] as const);
      this.hold(id, accountId, held);
    }
    this.#entries.restore(state.entries);
  }

  /** Empties every holding, but keeps the objects that readers hold. */
  #clear(): void {
    this.#holds.clear();
    for (const cell of this.#cells.values()) [cell.amount, cell.held] = [0n, 0n];
    // Restored accounts keep their own order, which is the order of responses.
    this.#accounts.clear();
  }

  #move({ from, to, tokenId, amount }: Move, before: Map<Cell, bigint>): void {
    refuseNegative(amount);
    if (amount === 0n) return;
    const [giver, taker] = [this.#cell(from, tokenId), this.#cell(to, tokenId)];
    const have = giver.amount - giver.held;
    if (have < amount && from !== worldAccount) throw new InsufficientBalanceError(from, tokenId, have, amount);
    for (const cell of [giver, taker]) if (!before.has(cell)) before.set(cell, cell.amount);
    giver.amount -= amount;
    taker.amount += amount;
  }

  #cell(accountId: string, tokenId: string): Cell {
    const known = this.#accounts.get(accountId)?.get(tokenId);
    if (known) return known;
    const key = `${accountId}|${tokenId}`;
    const cell = this.#cells.get(key) ?? { accountId, tokenId, amount: 0n, held: 0n };
    this.#cells.set(key, cell);
    const cells = this.#accounts.get(accountId) ?? new Map<string, Cell>();
    this.#accounts.set(accountId, cells.set(tokenId, cell));
    return cell;
  }
}

function refuseNegative(amount: bigint): void {
  if (amount < 0n) throw new RangeError(`an amount of ${amount} base units would move money backwards`);
}
