import type { Clock } from '../../platform/time/clock.ts';

/** A token bucket of `burst` permits that refills by `perSecond`. */
export class RateLimit {
  readonly #clock: Clock;
  readonly #burst: number;
  readonly #perSecond: number;
  #permits: number;
  #filledMs: number;

  constructor(clock: Clock, { burst, perSecond }: { burst: number; perSecond: number }) {
    this.#clock = clock;
    this.#burst = burst;
    this.#perSecond = perSecond;
    this.#permits = burst;
    this.#filledMs = clock.monotonic();
  }

  /** Takes a permit; false if there is none. */
  take(): boolean {
    const nowMs = this.#clock.monotonic();
    this.#permits = Math.min(this.#burst, this.#permits + ((nowMs - this.#filledMs) / 1_000) * this.#perSecond);
    this.#filledMs = nowMs;
    if (this.#permits < 1) return false;
    this.#permits--;
    return true;
  }
}
