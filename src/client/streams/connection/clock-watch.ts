import type { Clock, TimerHandle } from '../../../platform/time/clock.ts';

const checkMs = 10_000;
const jumpMs = 5_000;

/**
 * Detects time that the program did not see: the wall clock left the monotonic one (system sleep, clock correction), or
 * a timer fired much too late (stopped process). `onJump` gets the wall-clock time until which all was well.
 */
export class ClockWatch {
  readonly #clock: Clock;
  readonly #onJump: (fromMs: number) => void;
  #timer: TimerHandle | null = null;

  constructor(clock: Clock, onJump: (fromMs: number) => void) {
    this.#clock = clock;
    this.#onJump = onJump;
  }

  start(): void {
    if (this.#timer !== null) return;
    const [wallMs, monotonicMs] = [this.#clock.now(), this.#clock.monotonic()];
    this.#timer = this.#clock.setTimeout(() => {
      this.#timer = null;
      const passedMs = this.#clock.monotonic() - monotonicMs;
      const driftMs = this.#clock.now() - wallMs - passedMs;
      this.start();
      if (Math.abs(driftMs) > jumpMs || passedMs > checkMs + jumpMs) this.#onJump(wallMs);
    }, checkMs);
  }

  stop(): void {
    if (this.#timer !== null) this.#clock.clearTimeout(this.#timer);
    this.#timer = null;
  }
}
