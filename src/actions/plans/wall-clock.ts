import type { Child, Plan } from '../../plans/plan.ts';
import type { Clock } from '../../platform/time/clock.ts';

/** Smaller differences are no jump, ms. */
const jumpMs = 1_000;

/**
 * Times of the plan file are of the wall clock, which may have been wrong when they were written. The venue's clock is
 * another one: fills are asked for from a time on that is early enough.
 */
export class WallClock {
  readonly #clock: Pick<Clock, 'now' | 'monotonic'>;
  /** Wall time less the time of the clock that never jumps, as seen so far, ms. */
  #least = Infinity;
  #most = -Infinity;

  constructor(clock: Pick<Clock, 'now' | 'monotonic'>) {
    this.#clock = clock;
    this.look();
  }

  /** Notes where the wall clock stands. */
  look(): void {
    const offset = this.#clock.now() - this.#clock.monotonic();
    this.#least = Math.min(this.#least, offset);
    this.#most = Math.max(this.#most, offset);
  }

  /** No later than the first of these orders, ms since the epoch; null without orders. */
  earliest({ createdAtMs }: Pick<Plan, 'createdAtMs'>, orders: readonly Pick<Child, 'sentAtMs'>[]): number | null {
    if (orders.length === 0) return null;
    const sentAtMs = Math.min(...orders.map((one) => one.sentAtMs));
    const nowMs = this.#clock.now();
    const jumpedMs = this.#most - this.#least;
    if (jumpedMs < jumpMs && sentAtMs <= nowMs) return sentAtMs;
    return Math.min(createdAtMs, sentAtMs, nowMs) - jumpedMs;
  }
}
