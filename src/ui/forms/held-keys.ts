/** Terminals send no key-up: the same key again within this time is taken for one that is held (X11 waits 660 ms first). */
export const repeatWithinMs = 750;

interface Press {
  readonly key: string;
  readonly atMs: number;
}

/** Which key may be one that nobody has let go. `now`: monotonic, ms. */
export class HeldKeys {
  readonly #now: () => number;
  #last: Press | null = null;
  #turnedBy: Press | null = null;
  #isHeld = false;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** The last key may be held: it must not send, however long ago what it confirms was drawn. */
  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** Takes a key. True where it is the one that turned the page, still held down: it means nothing on the next one. */
  press(key: string): boolean {
    const press = { key, atMs: this.#now() };
    this.#isHeld = isAgain(this.#last, press);
    this.#last = press;
    const isRepeat = isAgain(this.#turnedBy, press);
    this.#turnedBy = isRepeat ? press : null;
    return isRepeat;
  }

  /** The key has led to what is on screen now. */
  turned(key: string): void {
    this.#turnedBy = { key, atMs: this.#now() };
  }

  /** The key that led here may still be held down: until it is let go it means nothing. */
  openedBy(key: string): void {
    this.turned(key);
    this.#last = this.#turnedBy;
  }
}

const isAgain = (before: Press | null, { key, atMs }: Press): boolean =>
  before?.key === key && atMs - before.atMs < repeatWithinMs;
