import Big from 'big.js';

/** Size by price that takers took from the makers of one side and the makers have not refilled. */
export class TakenSizes {
  readonly #sizes = new Map<string, Big>();

  constructor(texts: Readonly<Record<string, string>> = {}) {
    for (const [px, sz] of Object.entries(texts)) this.#sizes.set(px, new Big(sz));
  }

  at(px: Big): Big | undefined {
    return this.#sizes.size === 0 ? undefined : this.#sizes.get(px.toFixed());
  }

  take(px: Big, sz: Big): void {
    this.#sizes.set(px.toFixed(), sz.plus(this.at(px) ?? 0));
  }

  /** Makers refill: the taken size shrinks by `share`, in whole units of the coin's smallest size. */
  refill(share: number, szDecimals: number): void {
    for (const [px, sz] of this.#sizes) {
      const left = sz.times(Math.max(0, 1 - share)).round(szDecimals, Big.roundDown);
      if (left.gt(0)) this.#sizes.set(px, left);
      else this.#sizes.delete(px);
    }
  }

  snapshot(): Record<string, string> {
    return Object.fromEntries([...this.#sizes].map(([px, sz]) => [px, sz.toFixed()]));
  }
}
