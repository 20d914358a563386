import type { Market } from './token-book.ts';

/**
 * What a call moves a price by at most, up or down, as a log return. It must stay below half of what it costs to change
 * from one token to another (0.5 % to the service, 0.25 % to each of two pools): then no way of following calls pays.
 */
export const largestEffect = 0.004;
/** The market takes a call in at this pace. */
const paceMs = 60_000;

/**
 * What the market is about to do because of calls. Rises and falls are equally likely and equally large at each moment,
 * so a price has no trend, and what is still to come is never more than `largestEffect`.
 */
export class CallEffects {
  readonly #pending = new Map<Market, number>();

  /** Somebody with a following called a token. Others follow up to the limit, or have already done so. */
  called(market: Market, direction: 'rise' | 'fall'): void {
    const pending = this.pending(market);
    const size = largestEffect - Math.abs(pending);
    this.#pending.set(market, pending + (direction === 'rise' ? size : -size));
  }

  /** The log return that is still to come. */
  pending(market: Market): number {
    return this.#pending.get(market) ?? 0;
  }

  /** Moves prices by the part that the time brings. */
  advance(elapsedMs: number, nudge: (market: Market, factor: number) => void): void {
    const left = Math.exp(-elapsedMs / paceMs);
    for (const [market, pending] of this.#pending) {
      nudge(market, Math.exp(pending * (1 - left)));
      if (Math.abs(pending) < 1e-6) this.#pending.delete(market);
      else this.#pending.set(market, pending * left);
    }
  }
}
