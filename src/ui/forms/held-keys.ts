/** Terminals send no key-up, so the same key within this time counts as held (the X11 repeat delay is 660 ms). */
export const repeatWithinMs = 750;

interface Press {
  readonly key: string;
  readonly atMs: number;
}

/** Detects auto-repeat of a held key. `now`: monotonic, ms. */
export class HeldKeys {
  readonly #now: () => number;
  #last: Press | null = null;
  #changedBy: Press | null = null;
  #isHeld = false;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Whether the last key may be held down. A held key never sends, however long the confirmation has been shown. */
  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** Records a key press. Returns true for a repeat of the key that brought up the current screen: ignore it. */
  press(key: string): boolean {
    const press = { key, atMs: this.#now() };
    this.#isHeld = isRepeatOf(this.#last, press);
    this.#last = press;
    const isRepeat = isRepeatOf(this.#changedBy, press);
    this.#changedBy = isRepeat ? press : null;
    return isRepeat;
  }

  /** The key brought up the current screen: ignore its repeats. */
  screenChangedBy(key: string): void {
    this.#changedBy = { key, atMs: this.#now() };
  }

  /** The key opened the form: ignore its repeats, and treat the key as held. */
  openedBy(key: string): void {
    this.screenChangedBy(key);
    this.#last = this.#changedBy;
  }
}

const isRepeatOf = (before: Press | null, { key, atMs }: Press): boolean =>
  before?.key === key && atMs - before.atMs < repeatWithinMs;
