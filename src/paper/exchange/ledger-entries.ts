import type { Move } from './ledger.ts';
import { isUserAccount, worldAccount } from './ledger-accounts.ts';

/** A move of a user's wallet or of the outside world; its amount as text, so that it can be written to disk. */
export interface LedgerEntry extends Omit<Move, 'amount'> {
  readonly amount: string;
  /** Counts up by one with each entry, from 1. */
  readonly sequence: number;
  readonly atMs: number;
  readonly cause: string;
}

/** The crowd's swaps leave balances but no entries, and old entries go: the books must not grow with time. */
const keptEntries = 2_000;

/** The last moves of users' wallets and of the outside world, each with its cause. */
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

  /** Writes a move that has been made, where it touches a user or the outside world. */
  note(move: Move, cause: string): void {
    const isKept = [move.from, move.to].some((id) => isUserAccount(id) || id === worldAccount);
    if (move.amount === 0n || !isKept) return;
    const sequence = (this.#entries.at(-1)?.sequence ?? 0) + 1;
    this.#entries.push({ ...move, amount: String(move.amount), cause, sequence, atMs: this.#nowMs() });
    // Not at each entry: cutting costs more than noting.
    if (this.#entries.length >= 2 * keptEntries) this.#entries = this.list();
  }

  restore(entries: readonly LedgerEntry[]): void {
    this.#entries = [...entries];
  }
}
