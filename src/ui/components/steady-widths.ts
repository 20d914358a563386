/** How long a column keeps cells that it no longer needs, ms. */
const keptMs = 60_000;
const mostNames = 1_000;

interface Kept {
  readonly width: number;
  readonly neededAtMs: number;
}

/** Widths that grow at once and give back only what has not been needed for a minute, so that columns stand still. */
export class SteadyWidths {
  readonly #kept = new Map<string, Kept>();

  /** The width for what now needs `needed` cells under this name. Monotonic time, ms. */
  atLeast(name: string, needed: number, nowMs: number): number {
    const kept = this.#kept.get(name);
    if (kept && needed < kept.width && nowMs - kept.neededAtMs < keptMs) return kept.width;
    if (this.#kept.size > mostNames) this.#kept.clear();
    this.#kept.set(name, { width: needed, neededAtMs: nowMs });
    return needed;
  }
}
