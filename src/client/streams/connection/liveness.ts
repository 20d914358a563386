import type { Clock, TimerHandle } from '../../../platform/time/clock.ts';

/** When the peer is asked for a sign of life, and who is told. `onDead`: a ping was not answered in 30 s. */
export interface LivenessOptions {
  readonly clock: Clock;
  /** Silence after which the peer is pinged, ms. */
  readonly idleMs: number;
  ping(): void;
  onDead(): void;
}

const answerMs = 30_000;
const shortestIdleMs = 5_000;
const longestIdleMs = 120_000;
/** A check this late means that the process was stopped; an answer may be waiting unread. */
const lateMs = 5_000;

/**
 * Distinguishes a silent connection from a dead one. Frames only store a time stamp (there may be a thousand a second);
 * one timer checks it.
 */
export class Liveness {
  readonly #options: LivenessOptions;
  readonly #idleMs: number;
  #timer: TimerHandle;
  #checkDueMs = 0;
  #seenMs: number;
  #pingedMs: number | null = null;
  #isAnswered = true;

  constructor(options: LivenessOptions) {
    const { clock, idleMs } = options;
    this.#options = options;
    this.#idleMs = Math.max(shortestIdleMs, Math.min(Number.isFinite(idleMs) ? idleMs : longestIdleMs, longestIdleMs));
    this.#seenMs = clock.monotonic();
    this.#timer = this.#schedule();
  }

  /** Something was received. */
  seen(): void {
    this.#seenMs = this.#options.clock.monotonic();
    this.#isAnswered = true;
  }

  /** Pings now and gives the peer the full time to answer: after a sleep every socket looks open. */
  probe(): void {
    this.#options.clock.clearTimeout(this.#timer);
    this.#ping();
    this.#timer = this.#schedule();
  }

  /** Round trip of the ping that a pong answers, ms; null if none was sent. */
  roundTripMs(): number | null {
    return this.#pingedMs === null ? null : this.#options.clock.monotonic() - this.#pingedMs;
  }

  stop(): void {
    this.#options.clock.clearTimeout(this.#timer);
  }

  #schedule(): TimerHandle {
    const { clock } = this.#options;
    this.#checkDueMs = Math.max(this.#dueMs(), clock.monotonic());
    return clock.setTimeout(() => this.#check(), this.#checkDueMs - clock.monotonic());
  }

  #dueMs(): number {
    if (this.#isAnswered || this.#pingedMs === null) return this.#seenMs + this.#idleMs;
    return this.#pingedMs + answerMs;
  }

  #check(): void {
    const nowMs = this.#options.clock.monotonic();
    const isLate = nowMs - this.#checkDueMs > lateMs;
    if (nowMs >= this.#dueMs()) {
      if (!this.#isAnswered && !isLate) return this.#options.onDead();
      this.#ping();
    }
    this.#timer = this.#schedule();
  }

  #ping(): void {
    this.#isAnswered = false;
    this.#pingedMs = this.#options.clock.monotonic();
    this.#options.ping();
  }
}
