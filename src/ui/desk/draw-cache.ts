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
  readonly seen: Seen;
  readonly drawnAtMs: number;
  readonly value: unknown;
}

/**
 * Keeps drawings until something that they read has changed. What a drawing reads is observed while it is made: each part of
 * the desk that it touches, and the time if it asks for it. So no pane lists what it depends on.
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
    const seen = new Seen(desk, this.#readsAlso);
    const value = draw(seen.observed(desk));
    this.#kept.set(name, { inputs, seen, drawnAtMs: desk.monotonic(), value });
    return value;
  }
}

const isCurrent = (desk: Drawn, { inputs, seen, drawnAtMs }: Kept, now: readonly unknown[]): boolean =>
  inputs.every((input, index) => Object.is(input, now[index])) &&
  seen.isUnchanged() &&
  !(seen.isTimed && Math.abs(desk.monotonic() - drawnAtMs) >= agesAfterMs);

/** What one drawing has read of the desk, as it was before. What changes while it is drawn is drawn again. */
class Seen {
  readonly #desk: Drawn;
  readonly #readsAlso: ReadsAlso;
  /** By part: a store's state, of everything else the thing itself. */
  readonly #parts = new Map<string, unknown>();
  /** By part that is a plain store: the fields of its state that were read. */
  readonly #fields = new Map<string, Map<PropertyKey, unknown>>();

  constructor(desk: Drawn, readsAlso: ReadsAlso) {
    this.#desk = desk;
    this.#readsAlso = readsAlso;
  }

  get isTimed(): boolean {
    return this.#parts.has('now') || this.#parts.has('monotonic');
  }

  isUnchanged(): boolean {
    for (const [part, state] of this.#parts) if (stateOf(this.#desk, part) !== state) return false;
    for (const [part, fields] of this.#fields) {
      const state = stateOf(this.#desk, part) as object;
      for (const [field, value] of fields) if (Reflect.get(state, field) !== value) return false;
    }
    return true;
  }

  /** The same desk, which notes what is read of it. */
  observed<D extends Drawn>(desk: D): D {
    return new Proxy(desk, {
      get: (target, part) => {
        const value = Reflect.get(target, part);
        if (typeof part !== 'string') return value;
        if (isPlainStore(value)) return this.#observedStore(part, value);
        this.#note(part);
        return value;
      },
    });
  }

  /** A store of which each field stands for itself: a selection that moves draws no chart again. */
  #observedStore(part: string, store: PlainStore): PlainStore {
    const fields = this.#fields.get(part) ?? new Map<PropertyKey, unknown>();
    this.#fields.set(part, fields);
    const getState = (): object =>
      new Proxy(store.getState(), {
        get: (state, field) => {
          const value = Reflect.get(state, field);
          if (!fields.has(field)) fields.set(field, value);
          return value;
        },
      });
    return { ...store, getState };
  }

  #note(part: string): void {
    if (this.#parts.has(part)) return;
    this.#parts.set(part, stateOf(this.#desk, part));
    for (const other of this.#readsAlso[part] ?? []) this.#note(other);
  }
}

interface PlainStore {
  readonly getState: () => object;
}

const isStore = (value: unknown): value is PlainStore =>
  typeof value === 'object' && value !== null && 'getState' in value && typeof value.getState === 'function';

/** Whoever writes it sets its fields; a store with methods of its own says more than its fields. */
const isPlainStore = (value: unknown): value is PlainStore => isStore(value) && 'setState' in value;

function stateOf(desk: object, part: string): unknown {
  const value: unknown = Reflect.get(desk, part);
  return isStore(value) ? value.getState() : value;
}
