import { isUserAccount, worldAccount } from './ledger-accounts.ts';

/** Base units that move from one account to another. One move is both sides of the entry, so it always balances. */
export interface Move {
  readonly from: string;
  readonly to: string;
  readonly tokenId: string;
  readonly amount: bigint;
}

/** An entry that touches a user's wallet or the outside world; its amount as text, so that it can be saved. */
export interface LedgerEntry extends Omit<Move, 'amount'> {
  readonly amount: string;
  /** Increases by one with each entry, from 1. */
  readonly sequence: number;
  readonly atMs: number;
  readonly cause: string;
}

/** The crowd's swaps leave no entries, and old entries are dropped: the ledger must not grow with time. */
const keptEntries = 2_000;

/** The latest entries of users' wallets and the outside world, each with its cause. */
export class LedgerEntries {
  readonly #nowMs: () => number;
  #entries: LedgerEntry[] = [];

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** Oldest first. */
  list(): LedgerEntry[] {
    return this.#entries.slice(-keptEntries);
  }

  /** Records a posted move if it touches a user or the outside world. */
  note(move: Move, cause: string): void {
    const isKept = [move.from, move.to].some((id) => isUserAccount(id) || id === worldAccount);
    if (move.amount === 0n || !isKept) return;
    const sequence = (this.#entries.at(-1)?.sequence ?? 0) + 1;
    this.#entries.push({ ...move, amount: String(move.amount), cause, sequence, atMs: this.#nowMs() });
    // Not at each entry: trimming costs more than adding.
    if (this.#entries.length >= 2 * keptEntries) this.#entries = this.list();
  }

  restore(entries: readonly LedgerEntry[]): void {
    this.#entries = [...entries];
  }
}
