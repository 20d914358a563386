import type Big from 'big.js';
import type { Desk } from './desk.ts';
import { themeNow } from './theme/theme-now.ts';

/** How long a number that has changed stays tinted, ms. It ends with the first frame after that: none is drawn for it. */
export const tintMs = 400;

interface Watched {
  readonly value: Big;
  readonly changedAtMs: number;
  readonly tint: { readonly way: 'up' | 'down'; readonly fromMs: number } | null;
}

/**
 * Which numbers have just changed. A number that changes again before it has rested for 400 ms is not tinted anew, so that
 * one in constant motion stays calm. Times are monotonic, ms.
 */
export class Flashes {
  readonly #watched = new Map<string, Watched>();
  #nextSweepMs = 0;

  /** Notes the value under its name and says which way it has just gone; null when it rests, is new, or is unknown. */
  wayOf(name: string, value: Big | null, nowMs: number): 'up' | 'down' | null {
    if (value === null) {
      this.#watched.delete(name);
      return null;
    }
    const before = this.#watched.get(name);
    const after = before ? next(before, value, nowMs) : { value, changedAtMs: Number.NEGATIVE_INFINITY, tint: null };
    if (after !== before) this.#watched.set(name, after);
    this.#sweep(nowMs);
    return after.tint && nowMs - after.tint.fromMs < tintMs ? after.tint.way : null;
  }

  /** Rows come and go; too many names of gone ones are forgotten with all the others, which costs one tint. */
  #sweep(nowMs: number): void {
    if (nowMs < this.#nextSweepMs) return;
    this.#nextSweepMs = nowMs + 60_000;
    if (this.#watched.size > mostNames) this.#watched.clear();
  }
}

const mostNames = 2_000;

function next(before: Watched, value: Big, nowMs: number): Watched {
  // The stores give the same object while nothing has been read anew.
  if (value === before.value) return before;
  if (value.eq(before.value)) return { ...before, value };
  const isBusy = nowMs - before.changedAtMs < tintMs;
  const way = value.gt(before.value) ? 'up' : 'down';
  return { value, changedAtMs: nowMs, tint: isBusy ? before.tint : { way, fromMs: nowMs } };
}

const flashesByDesk = new WeakMap<Desk, Flashes>();

/** What has just changed on this desk; null where nothing is to be tinted: switched off, or a theme that stays still. */
export function flashesOf(desk: Desk): Flashes | null {
  if (!desk.isFlashing || themeNow(desk).tint === null) return null;
  const flashes = flashesByDesk.get(desk) ?? new Flashes();
  flashesByDesk.set(desk, flashes);
  return flashes;
}
