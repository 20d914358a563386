export type TimerHandle = unknown;

/** Time and timers. Nothing else in the program reads the clock, so a test can control it. */
export interface Clock {
  /** Wall clock, milliseconds since the epoch. */
  now(): number;
  /** Milliseconds from an arbitrary start; never jumps. */
  monotonic(): number;
  setTimeout(run: () => void, delayMs: number): TimerHandle;
  clearTimeout(handle: TimerHandle): void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  setTimeout: (run, delayMs) => setTimeout(run, delayMs),
  // Whoever has a handle has it from the setTimeout above.
  clearTimeout: (handle) => clearTimeout(handle as NodeJS.Timeout),
};
