/** How long a column keeps width it no longer needs, ms. */
const keptMs = 60_000;
const mostNames = 1_000;

interface Kept {
  readonly width: number;
  readonly neededAtMs: number;
}

/** Widths that grow immediately but shrink only after a minute, so columns do not jump. */
export class SteadyWidths {
  readonly #kept = new Map<string, Kept>();

  /** The width to use for content that needs `needed` cells. `nowMs`: monotonic. */
  atLeast(name: string, needed: number, nowMs: number): number {
    const kept = this.#kept.get(name);
    if (kept && needed < kept.width && nowMs - kept.neededAtMs < keptMs) return kept.width;
    if (this.#kept.size > mostNames) this.#kept.clear();
    this.#kept.set(name, { width: needed, neededAtMs: nowMs });
    return needed;
  }
}
