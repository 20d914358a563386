import type { Clock, TimerHandle } from './clock.ts';

/** Timers that are cancelled together with their owner. */
export class Timers {
  readonly #clock: Clock;
  readonly #running = new Set<TimerHandle>();
  #isStopped = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** What a read brings from then on is nobody's any more: it is neither written down nor said. */
  get isStopped(): boolean {
    return this.#isStopped;
  }

  after(delayMs: number, run: () => void): void {
    if (this.#isStopped) return;
    const handle: TimerHandle = this.#clock.setTimeout(() => {
      this.#running.delete(handle);
      run();
    }, delayMs);
    this.#running.add(handle);
  }

  stop(): void {
    this.#isStopped = true;
    for (const handle of this.#running) this.#clock.clearTimeout(handle);
    this.#running.clear();
  }
}
