import { type Clock, systemClock, type TimerHandle } from '../../src/platform/time/clock.ts';

interface Timer {
  readonly dueMs: number;
  readonly run: () => void;
  handle: TimerHandle;
}

/**
 * A clock over real input and output: it runs at a multiple of the system's, which may change while timers run, and it can
 * leap. Waits of minutes pass in moments, while what needs the network keeps the time that it needs. It never passes the
 * time of a timer that has not fired: a busy machine, at a hundred times the speed, must not look like one that was asleep.
 */
export class StreamClock implements Clock {
  readonly #startWallMs = Date.now();
  readonly #timers = new Set<Timer>();
  #speed: number;
  /** A moment of both clocks: from there on they run in proportion. */
  #anchor = { realMs: systemClock.monotonic(), ms: 0 };
  #readMs: number | null = null;

  constructor(speed = 1) {
    this.#speed = speed;
  }

  now(): number {
    return this.#startWallMs + Math.round(this.monotonic());
  }

  monotonic(): number {
    return this.#readMs ?? this.#hold(this.#currentMs());
  }

  setTimeout(run: () => void, delayMs: number): TimerHandle {
    const timer: Timer = { dueMs: this.monotonic() + delayMs, run, handle: null };
    this.#timers.add(timer);
    this.#arm(timer);
    return timer;
  }

  clearTimeout(handle: TimerHandle): void {
    if (!this.#timers.delete(handle as Timer)) return;
    systemClock.clearTimeout((handle as Timer).handle);
  }

  /** Timers that have not fired: a leak shows here. */
  get pending(): number {
    return this.#timers.size;
  }

  setSpeed(speed: number): void {
    this.#move(0);
    this.#speed = speed;
    this.#armAll();
  }

  /** So many milliseconds pass at once; what falls due fires in the turns that follow, each at its own time. */
  leap(ms: number): void {
    this.#move(ms);
    this.#armAll();
  }

  /** One value within one synchronous run, for the same reason: between two readings the program may lose the processor. */
  #hold(ms: number): number {
    if (this.#readMs === null)
      queueMicrotask(() => {
        this.#readMs = null;
      });
    this.#readMs = ms;
    return ms;
  }

  #dueMs(): number {
    return this.#anchor.ms + (systemClock.monotonic() - this.#anchor.realMs) * this.#speed;
  }

  #currentMs(): number {
    let ms = this.#dueMs();
    for (const timer of this.#timers) ms = Math.min(ms, timer.dueMs);
    return ms;
  }

  #move(ms: number): void {
    this.#anchor = { ms: this.#dueMs() + ms, realMs: systemClock.monotonic() };
  }

  #armAll(): void {
    for (const timer of [...this.#timers].sort((a, b) => a.dueMs - b.dueMs)) {
      systemClock.clearTimeout(timer.handle);
      this.#arm(timer);
    }
  }

  #arm(timer: Timer): void {
    const fire = () => {
      // The system's timers may be early by a fraction of a millisecond, which is much at a high speed.
      if (this.#currentMs() < timer.dueMs) return this.#arm(timer);
      this.#timers.delete(timer);
      this.#hold(timer.dueMs);
      timer.run();
    };
    timer.handle = systemClock.setTimeout(fire, Math.max(0, (timer.dueMs - this.#dueMs()) / this.#speed));
  }
}
