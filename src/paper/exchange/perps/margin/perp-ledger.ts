import Big from 'big.js';

/** Counterparty of every entry of a trader. */
export type VenueAccount = 'outside' | 'crowd' | 'fees' | 'funding' | 'insurance' | 'deleveraged';

const microPerUsd = 1_000_000;

/**
 * The perp venue's double-entry ledger, in whole micro-USD. Accounts are traders by wallet id, and the venue's own:
 * `outside` for deposits, `crowd` as the counterparty of all trades, `fees`, `funding`, `insurance`, and
 * `deleveraged` for what the crowd's winners gave up when insurance was exhausted. Their sum with the traders' is always 0.
 */
export class PerpLedger {
  readonly #microUsd = new Map<string, bigint>();

  /** Micro-USD. */
  balance(name: string): bigint {
    return this.#microUsd.get(name) ?? 0n;
  }

  usd(name: string): Big {
    return new Big(String(this.balance(name))).div(microPerUsd);
  }

  get total(): bigint {
    return [...this.#microUsd.values()].reduce((sum, microUsd) => sum + microUsd, 0n);
  }

  /**
   * Posts `usd` from a venue account to a trader; negative reverses it. Throws SyntaxError for a fraction of a
   * micro-USD.
   */
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
