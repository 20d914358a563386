/** After this much silence the end of a paste counts as lost, ms. */
export const pasteSilenceMs = 1_000;
/** Maximum size of a paste, bytes. */
export const maxPasteBytes = 1_000_000;
/** The rest of an abandoned paste may arrive this late, ms. */
const restWithinMs = 60_000;

const esc = '\x1b';
const pasteStart = '\x1b[200~';
const pasteEnd = '\x1b[201~';
/** A partial marker at the end of a chunk. */
const begunMarker = /\x1b(?:\[(?:2(?:0[01]?)?)?)?$/;
/** One or more key sequences and mouse reports. */
const sequencesOnly = /^(?:\x1b(?:\[M[\s\S]{3}|\[\[?[0-?]*[ -/]*[@-~]|O[@-~]|[^[O]|$))+$/;

/**
 * Passes a bracketed paste completely or not at all. A key reader waits for the end of a paste and sees no keys before
 * it: a paste without an end would block all keys, and parts of one would be read as keys. Text is one character per
 * byte. `now`: monotonic, ms.
 */
export interface PasteGuard {
  /** What of a chunk passes; its end may be held back until it is clear what it is. */
  take(chunk: string): string;
  /** The end of the last chunk may be a key or its beginning, so it must not wait long. */
  readonly mayBeKey: boolean;
  /** Stops waiting for the rest of a marker. Returns the held text. */
  releaseKey(): string;
  /** A paste, or the rest of one, is arriving. */
  readonly isPasting: boolean;
  /** Nothing arrived for too long: drops the paste and passes keys again. */
  endPaste(): void;
}

export const createPasteGuard = (now: () => number): PasteGuard => new Guard(now);

class Guard implements PasteGuard {
  readonly #now: () => number;
  #phase: 'keys' | 'paste' | 'dropping' = 'keys';
  #held = '';
  /** An Esc that was released as a key; a marker that continues from it is recognised all the same. */
  #released = '';
  #pieces: string[] = [];
  #length = 0;
  #givenUpAtMs = Number.NEGATIVE_INFINITY;

  constructor(now: () => number) {
    this.#now = now;
  }

  get mayBeKey(): boolean {
    return this.#phase === 'keys' && this.#held !== '';
  }

  get isPasting(): boolean {
    return this.#phase !== 'keys';
  }

  releaseKey(): string {
    if (!this.mayBeKey) return '';
    this.#released = this.#held;
    this.#held = '';
    return this.#released;
  }

  endPaste(): void {
    if (this.#phase === 'keys') return;
    this.#forget();
    this.#phase = 'keys';
    this.#givenUpAtMs = this.#now();
  }

  take(chunk: string): string {
    let out = '';
    let rest = this.#held + chunk;
    this.#held = '';
    rest = this.#withReleased(rest);
    while (rest !== '') {
      if (this.#phase === 'keys') {
        const [keys, more] = this.#takeKeys(rest);
        out += keys;
        rest = more;
      } else if (this.#phase === 'paste') {
        const [paste, more] = this.#takePaste(rest);
        out += paste;
        rest = more;
      } else rest = this.#drop(rest);
    }
    return out;
  }

  /** If half of a marker was read as a key, neither its rest nor the paste it began is passed on. */
  #withReleased(text: string): string {
    const whole = this.#released + text;
    if (this.#released === '' || !whole.startsWith(pasteStart)) {
      this.#released = this.#released !== '' && pasteStart.startsWith(whole) ? whole : '';
      return text;
    }
    this.#released = '';
    this.#phase = 'dropping';
    return whole.slice(pasteStart.length);
  }

  #takeKeys(text: string): readonly [keys: string, rest: string] {
    if (this.#isRest(text)) {
      this.#phase = 'dropping';
      return ['', text];
    }
    const start = text.indexOf(pasteStart);
    if (start >= 0) {
      this.#phase = 'paste';
      this.#givenUpAtMs = Number.NEGATIVE_INFINITY;
      return [text.slice(0, start), text.slice(start + pasteStart.length)];
    }
    this.#held = begunMarker.exec(text)?.[0] ?? '';
    return [text.slice(0, text.length - this.#held.length), ''];
  }

  /** After an abandoned paste, text that nobody types in one stroke belongs to it: keys arrive one at a time. */
  #isRest(text: string): boolean {
    if (this.#now() - this.#givenUpAtMs > restWithinMs) return false;
    const [start, end] = [text.indexOf(pasteStart), text.indexOf(pasteEnd)];
    if (end >= 0 && (start < 0 || end < start)) return true;
    if (text.startsWith(esc)) return !sequencesOnly.test(text);
    return [...Buffer.from(text, 'latin1').toString('utf8')].length > 1;
  }

  #takePaste(text: string): readonly [paste: string, rest: string] {
    const seen = (this.#pieces.pop() ?? '') + text;
    const end = seen.indexOf(pasteEnd);
    if (end >= 0 && this.#length + text.length <= maxPasteBytes + pasteEnd.length) {
      const pasted = this.#pieces.join('') + seen.slice(0, end);
      this.#forget();
      this.#phase = 'keys';
      return [pasteStart + pasted + pasteEnd, seen.slice(end + pasteEnd.length)];
    }
    this.#length += text.length;
    if (this.#length <= maxPasteBytes) {
      // The last piece may end in the middle of an end marker: it is checked again with what follows.
      const tail = seen.slice(1 - pasteEnd.length);
      this.#pieces.push(seen.slice(0, seen.length - tail.length), tail);
      return ['', ''];
    }
    this.#forget();
    this.#phase = 'dropping';
    return ['', seen];
  }

  #drop(text: string): string {
    const end = text.indexOf(pasteEnd);
    if (end < 0) {
      this.#held = begunMarker.exec(text)?.[0] ?? '';
      return '';
    }
    this.#phase = 'keys';
    this.#givenUpAtMs = Number.NEGATIVE_INFINITY;
    return text.slice(end + pasteEnd.length);
  }

  #forget(): void {
    this.#pieces = [];
    this.#length = 0;
    this.#held = '';
  }
}
