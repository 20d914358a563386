import type { Clock } from '../../platform/time/clock.ts';

export interface MarketLoopOptions {
  readonly clock: Clock;
  /** Market milliseconds per real one. */
  readonly speed: number;
  /** When the first step is due, ms; after one tick by default. Nothing is lost: it covers the time until then. */
  readonly firstTickMs?: number | undefined;
  /** One step: `nowMs` is wall time, `marketElapsedMs` the elapsed market time. */
  readonly step: (nowMs: number, marketElapsedMs: number) => void;
  /** Called periodically; `isThorough` every sixth time. */
  readonly save: (isThorough: boolean) => void;
}

const tickMs = 50;
/** After a system sleep the market must not jump ahead. */
const maxTickMs = 1_000;
/** The longest step that every part of the market accepts, at any speed. */
const maxStepMs = 60_000;
const saveEveryMs = 5_000;
const savesPerThorough = 6;

/** Advances the market every 50 ms and saves every 5 s. Returns the function that stops it. */
export function runMarketLoop({ clock, speed, firstTickMs = tickMs, step, save }: MarketLoopOptions): () => void {
  let lastMs = clock.monotonic();
  let savedMs = lastMs;
  let saves = 0;
  const tick = () => {
    const monotonicMs = clock.monotonic();
    step(clock.now(), Math.min(Math.min(monotonicMs - lastMs, maxTickMs) * speed, maxStepMs));
    lastMs = monotonicMs;
    if (monotonicMs - savedMs >= saveEveryMs) {
      save(++saves % savesPerThorough === 0);
      savedMs = monotonicMs;
    }
    timer = clock.setTimeout(tick, tickMs);
  };
  let timer = clock.setTimeout(tick, firstTickMs);
  return () => clock.clearTimeout(timer);
}
