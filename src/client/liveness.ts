import type { Clock, TimerHandle } from '../platform/clock.ts';

export interface LivenessOptions {
  readonly clock: Clock;
  /** Silence after which the peer is asked whether it is there, ms. */
  readonly idleMs: number;
  ping(): void;
  onDead(): void;
  /** The wall clock left the monotonic one: a resume from sleep, or a time correction. */
  onJump(fromMs: number): void;
}

const answerMs = 30_000;
const shortestIdleMs = 5_000;
const longestIdleMs = 120_000;
const checkMs = 10_000;
const jumpMs = 5_000;

/**
 * Tells a silent connection from a dead one. Frames only leave a time stamp (there may be a thousand a second); one timer
 * looks at it.
 */
export class Liveness {
  readonly #options: LivenessOptions;
  readonly #idleMs: number;
  #timer: TimerHandle;
  #seenMs: number;
  #pingedMs: number | null = null;
  #checked: { wallMs: number; monotonicMs: number };

  constructor(options: LivenessOptions) {
    const { clock, idleMs } = options;
    this.#options = options;
    this.#idleMs = Math.max(shortestIdleMs, Math.min(Number.isFinite(idleMs) ? idleMs : longestIdleMs, longestIdleMs));
    this.#seenMs = clock.monotonic();
    this.#checked = { wallMs: clock.now(), monotonicMs: clock.monotonic() };
    this.#timer = this.#schedule();
  }

  /** Something arrived. */
  seen(): void {
    this.#seenMs = this.#options.clock.monotonic();
    this.#isAnswered = true;
  }

  /** Round trip of the ping that a pong answers, ms; null when none was sent. */
  roundTripMs(): number | null {
    return this.#pingedMs === null ? null : this.#options.clock.monotonic() - this.#pingedMs;
  }

  stop(): void {
    this.#options.clock.clearTimeout(this.#timer);
  }

  #isAnswered = true;

  #schedule(): TimerHandle {
    const { clock } = this.#options;
    return clock.setTimeout(() => this.#check(), Math.max(0, Math.min(checkMs, this.#dueMs() - clock.monotonic())));
  }

  #dueMs(): number {
    return this.#isAnswered ? this.#seenMs + this.#idleMs : this.#pingedMs! + answerMs;
  }

  #check(): void {
    const { clock } = this.#options;
    const { wallMs, monotonicMs } = this.#checked;
    const driftMs = clock.now() - wallMs - (clock.monotonic() - monotonicMs);
    this.#checked = { wallMs: clock.now(), monotonicMs: clock.monotonic() };
    const isDue = clock.monotonic() >= this.#dueMs();
    if (isDue && !this.#isAnswered) return this.#options.onDead();
    // After a sleep the socket looks open while the peer may have forgotten it long ago.
    const isJump = Math.abs(driftMs) > jumpMs;
    if ((isDue || isJump) && this.#isAnswered) this.#ping();
    this.#timer = this.#schedule();
    if (isJump) this.#options.onJump(wallMs);
  }

  #ping(): void {
    this.#isAnswered = false;
    this.#pingedMs = this.#options.clock.monotonic();
    this.#options.ping();
  }
}
