/** A drawing that shows the time may be this old, ms: ages and countdowns are in seconds. */
const agesAfterMs = 950;

/** What is drawn from: stores, clocks, and parts that stay the same. */
interface Drawn {
  readonly monotonic: () => number;
}

/** By part of the desk: what else changes what it says. */
type ReadsAlso = Readonly<Record<string, readonly string[]>>;

interface Kept {
  readonly inputs: readonly unknown[];
  /** The parts of the desk that were read, with their state then. */
  readonly seen: ReadonlyMap<string, unknown>;
  readonly drawnAtMs: number;
  readonly value: unknown;
}

/**
 * Keeps drawings until something that they read has changed. What a drawing reads is observed while it is made: each part of
 * the desk that it touches, by its store's state; the time if it asks for it. So no pane lists what it depends on.
 */
export class DrawCache {
  readonly #kept = new Map<string, Kept>();
  readonly #readsAlso: ReadsAlso;

  constructor(readsAlso: ReadsAlso = {}) {
    this.#readsAlso = readsAlso;
  }

  /** Returns `draw(desk)`, or the last value under this name if its inputs and all that it read are the same. */
  get<D extends Drawn, T>(desk: D, name: string, inputs: readonly unknown[], draw: (desk: D) => T): T {
    const known = this.#kept.get(name);
    // The value stored under a name is what its `draw` returned.
    if (known && isCurrent(desk, known, inputs)) return known.value as T;
    const seen = new Map<string, unknown>();
    const value = draw(this.#observed(desk, seen));
    this.#kept.set(name, { inputs, seen, drawnAtMs: desk.monotonic(), value });
    return value;
  }

  #observed<D extends Drawn>(desk: D, seen: Map<string, unknown>): D {
    const note = (part: string): void => {
      if (seen.has(part)) return;
      // The state before it is drawn: what changes meanwhile is drawn again.
      seen.set(part, stateOf(desk, part));
      for (const other of this.#readsAlso[part] ?? []) note(other);
    };
    return new Proxy(desk, {
      get: (target, part) => {
        if (typeof part === 'string') note(part);
        return Reflect.get(target, part);
      },
    });
  }
}

const isCurrent = (desk: Drawn, { inputs, seen, drawnAtMs }: Kept, now: readonly unknown[]): boolean =>
  inputs.every((input, index) => Object.is(input, now[index])) &&
  seen.entries().every(([part, state]) => stateOf(desk, part) === state) &&
  (!(seen.has('now') || seen.has('monotonic')) || Math.abs(desk.monotonic() - drawnAtMs) < agesAfterMs);

/** A store's state; of everything else the thing itself. */
function stateOf(desk: object, part: string): unknown {
  const value: unknown = Reflect.get(desk, part);
  return typeof value === 'object' && value !== null && 'getState' in value && typeof value.getState === 'function'
    ? value.getState()
    : value;
}
