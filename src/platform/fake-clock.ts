import type { Clock, TimerHandle } from './clock.ts';

interface Timer {
  readonly id: number;
  readonly dueMs: number;
  readonly run: () => void;
}

/** A clock that moves only when told: timers fire in order of their due time, ties in order of creation. */
export class FakeClock implements Clock {
  readonly #startMs: number;
  #elapsedMs = 0;
  #wallOffsetMs = 0;
  #nextId = 1;
  #timers: Timer[] = [];

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
    this.#timers.push(timer);
    return timer;
  }

  clearTimeout(handle: TimerHandle): void {
    this.#timers = this.#timers.filter((timer) => timer !== handle);
  }

  /** Timers not yet fired: a leak shows here. */
  get pending(): number {
    return this.#timers.length;
  }

  /** Moves the wall clock alone, as a suspend or a time correction does. */
  jumpWall(ms: number): void {
    this.#wallOffsetMs += ms;
  }

  /** Lets `ms` pass, firing what falls due; a microtask turn after each timer lets promises settle. */
  async advance(ms: number): Promise<void> {
    const endMs = this.#elapsedMs + ms;
    for (;;) {
      await settle();
      const next = this.#timers
        .filter((timer) => timer.dueMs <= endMs)
        .sort((a, b) => a.dueMs - b.dueMs || a.id - b.id)[0];
      if (!next) break;
      this.#timers = this.#timers.filter((timer) => timer !== next);
      this.#elapsedMs = Math.max(this.#elapsedMs, next.dueMs);
      next.run();
    }
    this.#elapsedMs = endMs;
    await settle();
  }
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}
