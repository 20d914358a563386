import type Big from 'big.js';

/** Where a trader's money comes from and goes to: the other side of every entry. */
export type VenueAccount = 'outside' | 'crowd' | 'fees' | 'funding' | 'insurance';

const microPerUsd = 1_000_000;

/**
 * The perp venue's double entry, in whole micro-USD. Traders stand under their wallet id, beside the venue's accounts:
 * `outside` for deposits, `crowd` for the other side of all trades, `fees`, `funding` and `insurance`. Each may be
 * negative; the sum over all of them is always 0.
 */
export class PerpLedger {
  readonly #microUsd = new Map<string, bigint>();

  /** Micro-USD. */
  balance(name: string): bigint {
    return this.#microUsd.get(name) ?? 0n;
  }

  get total(): bigint {
    return [...this.#microUsd.values()].reduce((sum, microUsd) => sum + microUsd, 0n);
  }

  /** Books `usd` from a venue account to a trader; negative goes back. Throws SyntaxError for a fraction of a micro-USD. */
  pay(from: VenueAccount, walletId: string, usd: Big): void {
    const microUsd = BigInt(usd.times(microPerUsd).toFixed());
    this.#microUsd.set(from, this.balance(from) - microUsd);
    this.#microUsd.set(walletId, this.balance(walletId) + microUsd);
  }

  snapshot(): Record<string, string> {
    return Object.fromEntries([...this.#microUsd].map(([name, microUsd]) => [name, String(microUsd)]));
  }

  restore(state: Record<string, string>): void {
    this.#microUsd.clear();
    for (const [name, microUsd] of Object.entries(state)) this.#microUsd.set(name, BigInt(microUsd));
  }
}
