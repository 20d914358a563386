import type Big from 'big.js';

/** How long a changed number stays tinted, ms, until the next frame; no frame is drawn just to end it. */
export const tintMs = 400;

interface Watched {
  readonly value: Big;
  readonly changedAtMs: number;
  readonly tint: { readonly way: 'up' | 'down'; readonly fromMs: number } | null;
}

/** Tracks changed numbers. A number that changes again within 400 ms is not tinted again. Times are monotonic, ms. */
export class Flashes {
  readonly #watched = new Map<string, Watched>();
  #nextSweepMs = 0;

  /** Records the value and returns the direction of a recent change; null if unchanged, new or unknown. */
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

  /** Clears all names when there are too many, as of removed rows; this costs at most one tint. */
  #sweep(nowMs: number): void {
    if (nowMs < this.#nextSweepMs) return;
    this.#nextSweepMs = nowMs + 60_000;
    if (this.#watched.size > mostNames) this.#watched.clear();
  }
}

const mostNames = 2_000;

function next(before: Watched, value: Big, nowMs: number): Watched {
  // Stores return the same object until the next read.
  if (value === before.value) return before;
  if (value.eq(before.value)) return { ...before, value };
  const isBusy = nowMs - before.changedAtMs < tintMs;
  const way = value.gt(before.value) ? 'up' : 'down';
  return { value, changedAtMs: nowMs, tint: isBusy ? before.tint : { way, fromMs: nowMs } };
}
