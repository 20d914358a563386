import { type Alert, toAlert } from './alert.ts';

/** `between`: back from where it fired, but not far enough to fire again. `unknown`: unknown at this moment. */
export type Level = 'on' | 'between' | 'off' | 'unknown';

export interface Latch {
  /** It has been off since it last fired. */
  readonly isArmed: boolean;
  /** Monotonic ms; null: never. */
  readonly toldAtMs: number | null;
}

export type Latches = ReadonlyMap<string, Latch>;

export interface LevelItem {
  readonly key: string;
  readonly level: Level;
  /** It has just appeared: if it is on from the start, it fires too. */
  readonly isNew: boolean;
  readonly alert: Alert;
}

/**
 * Fires on the transition to `on`, again only after `off`, and at most once per pause: a level that turns on during the
 * pause fires at its end if it is still on. A level that is on at the first check does not fire.
 */
export function watchLevels(
  before: Latches,
  items: readonly LevelItem[],
  nowMs: number,
  pauseMs: number,
): { readonly latches: Latches; readonly alerts: readonly Alert[] } {
  const alerts: Alert[] = [];
  const latches = new Map<string, Latch>();
  // A level that disappears briefly must not come back as new.
  for (const [key, latch] of before) if (!isPauseOver(latch.toldAtMs, nowMs, pauseMs)) latches.set(key, latch);
  for (const { key, level, isNew, alert } of items) {
    const latch = nextLatch(before.get(key), level, isNew);
    if (!latch) continue;
    const fires = latch.isArmed && level === 'on' && isPauseOver(latch.toldAtMs, nowMs, pauseMs);
    latches.set(key, fires ? { isArmed: false, toldAtMs: nowMs } : latch);
    if (fires) alerts.push(toAlert(alert));
  }
  return { latches, alerts };
}

function nextLatch(before: Latch | undefined, level: Level, isNew: boolean): Latch | null {
  if (level === 'unknown') return before ?? null;
  if (!before) return { isArmed: isNew || level !== 'on', toldAtMs: null };
  return level === 'off' && !before.isArmed ? { ...before, isArmed: true } : before;
}

export const isPauseOver = (toldAtMs: number | null, nowMs: number, pauseMs: number): boolean =>
  toldAtMs === null || nowMs - toldAtMs >= pauseMs;
