import type { Clock, TimerHandle } from '../platform/clock.ts';

export interface ReplayClock extends Clock {
  /** Lets time run. Until then, and after `hold`, it stands still and no timer fires. */
  start(): void;
  hold(): void;
  /** Milliseconds of its time in one real one; Infinity: from timer to timer without waiting. */
  setSpeed(speed: number): void;
}

/** A real timer that comes this early has come in time: what is left is the rounding of the arithmetic. */
const roundingMs = 1e-6;

interface Timer {
  readonly dueMs: number;
  readonly run: () => void;
}

/**
 * A clock of its own that begins at `startAtMs` and runs `speed` times as fast as the given one. Its time never passes a
 * timer that has not fired: each runs at exactly its moment, in order, and what it set off with promises runs before the
 * next. So what happens on this clock is the same at any speed and on any machine, however late the real timers come.
 *
 * @param nextTurn runs a function after all promises that are due
 */
export function createReplayClock(
  clock: Clock,
  startAtMs: number,
  speed: number,
  nextTurn: (run: () => void) => void = setImmediate,
): ReplayClock {
  const timers = new Set<Timer>();
  let rate = speed;
  let isHeld = true;
  let isWanted = false;
  /** This clock's time at `anchorMs` of the real one. */
  let reachedMs = 0;
  let anchorMs = clock.monotonic();
  let wake: TimerHandle | null = null;
  let isPumping = false;

  const earliest = (): Timer | null => {
    let first: Timer | null = null;
    for (const timer of timers) if (first === null || timer.dueMs < first.dueMs) first = timer;
    return first;
  };
  const monotonic = (): number => {
    if (isHeld || isPumping || rate === Number.POSITIVE_INFINITY) return reachedMs;
    const runningMs = reachedMs + Math.max(0, clock.monotonic() - anchorMs) * rate;
    return Math.max(reachedMs, Math.min(runningMs, earliest()?.dueMs ?? runningMs));
  };
  const anchor = (): void => {
    reachedMs = monotonic();
    anchorMs = clock.monotonic();
  };
  const rest = (): void => {
    if (wake !== null) clock.clearTimeout(wake);
    wake = null;
  };

  /** Fires what is due, one timer a turn, then waits for the next. */
  const pump = (): void => {
    wake = null;
    if (isHeld) return;
    const timer = earliest();
    if (timer === null) return;
    const runningMs = reachedMs + Math.max(0, clock.monotonic() - anchorMs) * rate;
    // Infinity times no time at all is no number.
    const isDue = rate === Number.POSITIVE_INFINITY || runningMs >= timer.dueMs - roundingMs;
    if (!isDue) {
      wake = clock.setTimeout(pump, (timer.dueMs - runningMs) / rate);
      return;
    }
    timers.delete(timer);
    // The real time that has passed beyond this moment is kept: lateness does not add up.
    const leftMs = rate === Number.POSITIVE_INFINITY ? 0 : (runningMs - timer.dueMs) / rate;
    reachedMs = Math.max(reachedMs, timer.dueMs);
    anchorMs = clock.monotonic() - leftMs;
    isPumping = true;
    timer.run();
    nextTurn(() => {
      isPumping = false;
      pump();
    });
  };
  const plan = (): void => {
    if (isPumping) return;
    rest();
    pump();
  };
  /** Never at once: whoever sets a timer does not expect it, or another, to fire meanwhile. */
  let isPlanned = false;
  const planSoon = (): void => {
    if (isPlanned || isHeld) return;
    isPlanned = true;
    nextTurn(() => {
      isPlanned = false;
      plan();
    });
  };

  return {
    now: () => startAtMs + monotonic(),
    monotonic,
    setTimeout(run, delayMs) {
      const timer: Timer = { dueMs: monotonic() + Math.max(0, delayMs), run };
      timers.add(timer);
      planSoon();
      return timer;
    },
    clearTimeout(handle) {
      timers.delete(handle as Timer);
    },
    start() {
      isWanted = true;
      // What the caller has set off with promises belongs to the moment at which time stood.
      nextTurn(() => {
        if (!isWanted || !isHeld) return;
        isHeld = false;
        anchorMs = clock.monotonic();
        plan();
      });
    },
    hold() {
      isWanted = false;
      anchor();
      isHeld = true;
      rest();
    },
    setSpeed(next) {
      anchor();
      rate = next;
      planSoon();
    },
  };
}
