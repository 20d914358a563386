import { isUserAccount, worldAccount } from './ledger-accounts.ts';
import { LedgerEntries, type LedgerEntry } from './ledger-entries.ts';

/** What happened to one user's balance, told to whoever watches the ledger. */
export interface BalanceChange {
  readonly walletId: string;
  readonly tokenId: string;
  readonly before: bigint;
  readonly after: bigint;
  /** Why: `seed`, or a word and the task behind it, such as `swap:task_1f`. */
  readonly cause: string;
}

/** What an account has of one token, live: the ledger changes it, nobody else can. */
export interface Holding {
  readonly accountId: string;
  readonly tokenId: string;
  readonly amount: bigint;
  /** The part of `amount` that is set aside and can't be spent. */
  readonly held: bigint;
}

/** Base units that leave one account and reach another: both sides of the entry at once, so that it can't but balance. */
export interface Move {
  readonly from: string;
  readonly to: string;
  readonly tokenId: string;
  readonly amount: bigint;
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

/** As it is written to disk, amounts as text. */
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
 * Who has how much of what, in exact base units, as double-entry books: coins only ever move from one account to
 * another, so the sum over all accounts, the outside world's negative one included, is zero for each token at all times.
 * No other account goes below zero, and none can spend what is held. Token ids are `chain:address`; `ledger-accounts.ts`
 * names the accounts that are not users' wallets.
 */
export class Ledger {
  readonly #accounts = new Map<string, Map<string, Cell>>();
  /** Every holding that there ever was. */
  readonly #cells = new Map<string, Cell>();
  readonly #holds = new Map<string, Hold>();
  readonly #watchers: ((change: BalanceChange) => void)[] = [];
  readonly #entries: LedgerEntries;

  /** `nowMs` stamps entries. */
  constructor(nowMs: () => number = () => 0) {
    this.#entries = new LedgerEntries(nowMs);
  }

  /** Tells of every change of a user's balance, when all of its posting is done. */
  watch(onChange: (change: BalanceChange) => void): void {
    this.#watchers.push(onChange);
  }

  /** What the account owns, the held part included. */
  balance(accountId: string, tokenId: string): bigint {
    return this.#accounts.get(accountId)?.get(tokenId)?.amount ?? 0n;
  }

  /** What the account can spend. */
  available(accountId: string, tokenId: string): bigint {
    const cell = this.#accounts.get(accountId)?.get(tokenId);
    return cell ? cell.amount - cell.held : 0n;
  }

  /** Token id → base units owned; tokens sold to the last unit are not in it. */
  holdings(accountId: string): ReadonlyMap<string, bigint> {
    const cells = [...(this.#accounts.get(accountId)?.values() ?? [])];
    return new Map(cells.filter(({ amount }) => amount !== 0n).map(({ tokenId, amount }) => [tokenId, amount]));
  }

  /** The live holding of one account, for those who read it all the time; it stays the same object for good. */
  holding(accountId: string, tokenId: string): Holding {
    return this.#cell(accountId, tokenId);
  }

  /** Every holding of every account, empty ones included. */
  all(): Holding[] {
    return [...this.#cells.values()];
  }

  /** The last moves of users' wallets and of the outside world, each with its cause, oldest first. */
  entries(): LedgerEntry[] {
    return this.#entries.list();
  }

  /**
   * Does all the moves in their order, or none of them: throws InsufficientBalanceError when an account lacks what it
   * should give, RangeError for a negative amount.
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

  /** Brings coins in from the outside world. Throws RangeError for a negative amount. */
  credit(accountId: string, tokenId: string, amount: bigint, cause: string): void {
    this.transfer(worldAccount, accountId, tokenId, amount, cause);
  }

  /** Sends coins to the outside world. Throws as `post` does. */
  debit(accountId: string, tokenId: string, amount: bigint, cause: string): void {
    this.transfer(accountId, worldAccount, tokenId, amount, cause);
  }

  /** Throws as `post` does. */
  transfer(from: string, to: string, tokenId: string, amount: bigint, cause: string): void {
    this.post(cause, [{ from, to, tokenId, amount }]);
  }

  /**
   * Sets amounts of an account aside until `release`; balances stay. Throws InsufficientBalanceError, and then nothing is
   * held; RangeError for a negative amount or a hold that exists.
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

  /** Makes what was held spendable again; a hold that isn't there is none to release. */
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

  /** Takes the place of everything; watchers are not told. Throws RangeError for books that don't balance. */
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

  /** Empties every holding; those that somebody reads stay the objects that they are. */
  #clear(): void {
    this.#holds.clear();
    for (const cell of this.#cells.values()) [cell.amount, cell.held] = [0n, 0n];
    // What is taken up next comes in its own order, which is that of the answers.
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
