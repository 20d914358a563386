import type { Clock, TimerHandle } from '../platform/time/clock.ts';

/** A real timer that fires this early is on time: the difference is rounding. */
const roundingMs = 1e-6;

interface Timer {
  readonly dueMs: number;
  readonly run: () => void;
}

/**
 * A clock of its own that begins at `startAtMs` and runs `speed` times as fast as the given one. Its time never passes a
 * timer that has not fired: each runs at exactly its moment, in order, and what it set off with promises runs before the
 * next. So what happens on this clock is the same at any speed and on any machine, however late the real timers come.
 */
export class ReplayClock implements Clock {
  readonly #clock: Clock;
  readonly #startAtMs: number;
  readonly #nextTurn: (run: () => void) => void;
  readonly #timers = new Set<Timer>();
  /** Replay milliseconds per real one; Infinity: from timer to timer without waiting. */
  #speed: number;
  #isHeld = true;
  #isWanted = false;
  /** This clock's time at `#anchorMs` of the real one. */
  #reachedMs = 0;
  #anchorMs: number;
  #wake: TimerHandle | null = null;
  #isPumping = false;
  #isPlanned = false;

  /** `nextTurn` runs a function after all promises that are due. */
  constructor(clock: Clock, startAtMs: number, speed: number, nextTurn: (run: () => void) => void = setImmediate) {
    this.#clock = clock;
    this.#startAtMs = startAtMs;
    this.#speed = speed;
    this.#nextTurn = nextTurn;
    this.#anchorMs = clock.monotonic();
  }

  now(): number {
    return this.#startAtMs + this.monotonic();
  }

  monotonic(): number {
    if (this.#isHeld || this.#isPumping || this.#speed === Number.POSITIVE_INFINITY) return this.#reachedMs;
    const runningMs = this.#runningMs();
    return Math.max(this.#reachedMs, Math.min(runningMs, this.#earliest()?.dueMs ?? runningMs));
  }

  setTimeout(run: () => void, delayMs: number): TimerHandle {
    const timer: Timer = { dueMs: this.monotonic() + Math.max(0, delayMs), run };
    this.#timers.add(timer);
    this.#planSoon();
    return timer;
  }

  clearTimeout(handle: TimerHandle): void {
    // Only handles of this clock are in the set.
    this.#timers.delete(handle as Timer);
  }

  /** Starts the clock. Before that, and after `hold`, it is stopped and no timer fires. */
  start(): void {
    this.#isWanted = true;
    // Promises that the caller has triggered belong to the moment at which time stood.
    this.#nextTurn(() => {
      if (!this.#isWanted || !this.#isHeld) return;
      this.#isHeld = false;
      this.#anchorMs = this.#clock.monotonic();
      this.#plan();
    });
  }

  hold(): void {
    this.#isWanted = false;
    this.#anchor();
    this.#isHeld = true;
    this.#rest();
  }

  setSpeed(speed: number): void {
    this.#anchor();
    this.#speed = speed;
    this.#planSoon();
  }

  #runningMs(): number {
    return this.#reachedMs + Math.max(0, this.#clock.monotonic() - this.#anchorMs) * this.#speed;
  }

  #earliest(): Timer | null {
    let first: Timer | null = null;
    for (const timer of this.#timers) if (first === null || timer.dueMs < first.dueMs) first = timer;
    return first;
  }

  #anchor(): void {
    this.#reachedMs = this.monotonic();
    this.#anchorMs = this.#clock.monotonic();
  }

  #rest(): void {
    if (this.#wake !== null) this.#clock.clearTimeout(this.#wake);
    this.#wake = null;
  }

  /** Fires due timers, one per turn, then waits for the next. */
  #pump(): void {
    this.#wake = null;
    const timer = this.#isHeld ? null : this.#earliest();
    if (timer === null) return;
    const runningMs = this.#runningMs();
    const isInstant = this.#speed === Number.POSITIVE_INFINITY;
    // Infinity times zero is NaN.
    const isDue = isInstant || runningMs >= timer.dueMs - roundingMs;
    if (!isDue) {
      this.#wake = this.#clock.setTimeout(() => this.#pump(), (timer.dueMs - runningMs) / this.#speed);
      return;
    }
    this.#timers.delete(timer);
    // Real time that has passed beyond this moment is kept, so that lateness does not add up.
    const leftMs = isInstant ? 0 : (runningMs - timer.dueMs) / this.#speed;
    this.#reachedMs = Math.max(this.#reachedMs, timer.dueMs);
    this.#anchorMs = this.#clock.monotonic() - leftMs;
    this.#isPumping = true;
    timer.run();
    this.#nextTurn(() => {
      this.#isPumping = false;
      this.#pump();
    });
  }

  #plan(): void {
    if (this.#isPumping) return;
    this.#rest();
    this.#pump();
  }

  /** Never synchronously: the caller of setTimer does not expect it, or another, to fire meanwhile. */
  #planSoon(): void {
    if (this.#isPlanned || this.#isHeld) return;
    this.#isPlanned = true;
    this.#nextTurn(() => {
      this.#isPlanned = false;
      this.#plan();
    });
  }
}
