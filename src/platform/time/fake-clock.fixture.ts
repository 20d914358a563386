import type { Clock, TimerHandle } from './clock.ts';

interface Timer {
  readonly id: number;
  readonly dueMs: number;
  readonly run: () => void;
}

/** A clock that moves only on request: timers fire in order of due time, ties in order of creation. */
export class FakeClock implements Clock {
  readonly #startMs: number;
  #elapsedMs = 0;
  #wallOffsetMs = 0;
  #nextId = 1;
  readonly #timers = new Set<Timer>();

  constructor(startMs = Date.UTC(2026, 0, 1)) {
    this.#startMs = startMs;
  }

  now(): number {
    return this.#startMs + this.#elapsedMs + this.#wallOffsetMs;
  }

  monotonic(): number {
    return this.#elapsedMs;
  }

  setTimeout(run: () => void, delayMs: number): TimerHandle {
    const timer = { id: this.#nextId++, dueMs: this.#elapsedMs + Math.max(0, delayMs), run };
    this.#timers.add(timer);
    return timer;
  }

  clearTimeout(handle: TimerHandle): void {
    this.#timers.delete(handle as Timer);
  }

  /** Timers that have not fired: leaks show here. */
  get pending(): number {
    return this.#timers.size;
  }

  /** Moves only the wall clock, as a suspend or a time correction does. */
  jumpWall(ms: number): void {
    this.#wallOffsetMs += ms;
  }

  /**
   * Lets time pass without firing timers, as when the process is stopped. Overdue timers fire late, with the next
   * advance.
   */
  stall(ms: number): void {
    this.#elapsedMs += ms;
  }

  /** Lets `ms` pass and fires due timers; a microtask turn after each lets promises settle. */
  async advance(ms: number): Promise<void> {
    const endMs = this.#elapsedMs + ms;
    for (;;) {
      await settle();
      const next = this.#next(endMs);
      if (!next) break;
      this.#timers.delete(next);
      this.#elapsedMs = Math.max(this.#elapsedMs, next.dueMs);
      next.run();
    }
    // A timer that stalled the clock may have moved it further.
    this.#elapsedMs = Math.max(this.#elapsedMs, endMs);
    await settle();
  }

  #next(untilMs: number): Timer | null {
    let next: Timer | null = null;
    // In order of creation, so the first of equals wins.
    for (const timer of this.#timers) if (timer.dueMs <= untilMs && (!next || timer.dueMs < next.dueMs)) next = timer;
    return next;
  }
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}
