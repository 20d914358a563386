/** A mouse event; cells count from 0 at the top left. */
export interface MouseReport {
  readonly kind: 'press' | 'wheelUp' | 'wheelDown';
  readonly x: number;
  readonly y: number;
}

/**
 * Separates mouse reports from other terminal input. Text is one character per byte, because an old-style report may
 * contain any byte. However the input is chunked, the same reports come out at the same position between the same keys.
 * Pasted text stays whole.
 */
interface MouseReports {
  /** Keys and reports of a chunk in order. Its end may be held back until it is clear what it is. */
  take(chunk: string): readonly (string | MouseReport)[];
  /** The held text may be the Esc key or its beginning, so it must not wait long. */
  readonly mayBeKey: boolean;
  /** Stops waiting. Returns the held text, if it may be a key. */
  giveUp(): string;
}

const esc = '\x1b';
/** The current format (SGR, 1006), and the old one: three bytes after ESC [ M. */
const report = /^\x1b\[(?:<(\d{1,6});(\d{1,6});(\d{1,6})([Mm])|M([\s\S]{3}))/;
const begunReport = /^\x1b\[(?:<[\d;]{0,20}|M[\s\S]{0,2})$/;
const brokenReport = /^\x1b\[<[\d;]*/;
const begunSequence = /^\x1b(?:\[(?:2(?:00?)?)?)?$/;
const pasteStart = '\x1b[200~';
const pasteEnd = '\x1b[201~';

export function createMouseReports(): MouseReports {
  return new ReportReader();
}

class ReportReader implements MouseReports {
  #held = '';
  /** Passed on as a key; a report that continues from it is recognised all the same. */
  #givenUp = '';
  #isPasting = false;
  #pasted = '';

  get mayBeKey(): boolean {
    return begunSequence.test(this.#held);
  }

  giveUp(): string {
    if (!this.mayBeKey) return '';
    this.#givenUp = this.#held;
    this.#held = '';
    return this.#givenUp;
  }

  take(chunk: string): readonly (string | MouseReport)[] {
    const items: (string | MouseReport)[] = [];
    let keys = '';
    let rest = this.#held + chunk;
    if (report.test(this.#givenUp + rest)) rest = this.#givenUp + rest;
    this.#held = this.#givenUp = '';
    while (rest !== '') {
      const plain = this.#plainLength(rest);
      keys += rest.slice(0, plain);
      rest = rest.slice(plain);
      const found = report.exec(rest);
      const length = (found ?? brokenReport.exec(rest))?.[0].length ?? 0;
      if (begunReport.test(rest) || begunSequence.test(rest)) {
        this.#held = rest;
        break;
      }
      const told = found && reportOf(found);
      if (told) {
        if (keys !== '') items.push(keys);
        items.push(told);
        keys = '';
      }
      rest = rest.slice(length);
    }
    if (keys !== '') items.push(keys);
    return items;
  }

  /** How much of the text neither is a report nor may become one. */
  #plainLength(text: string): number {
    if (this.#isPasting) return this.#pastedLength(text);
    if (!text.startsWith(esc)) return text.includes(esc) ? text.indexOf(esc) : text.length;
    if (report.test(text) || brokenReport.test(text) || begunReport.test(text) || begunSequence.test(text)) return 0;
    this.#isPasting = text.startsWith(pasteStart);
    return this.#isPasting ? pasteStart.length : esc.length;
  }

  /** The end of a paste may arrive in pieces too. */
  #pastedLength(text: string): number {
    const seen = this.#pasted + text;
    const end = seen.indexOf(pasteEnd);
    this.#isPasting = end < 0;
    const length = end < 0 ? text.length : end + pasteEnd.length - this.#pasted.length;
    this.#pasted = end < 0 ? seen.slice(1 - pasteEnd.length) : '';
    return length;
  }
}

/** Only the left button and the wheel have a meaning: null for anything else. */
function reportOf([, button, column, row, end, bytes]: RegExpExecArray): MouseReport | null {
  const [code = 0, x = 0, y = 0] = bytes
    ? [bytes.charCodeAt(0) - 32, bytes.charCodeAt(1) - 33, bytes.charCodeAt(2) - 33]
    : [Number(button), Number(column) - 1, Number(row) - 1];
  if (end === 'm' || x < 0 || y < 0) return null;
  if (code === 0) return { kind: 'press', x, y };
  // Shift, Alt and Ctrl add 4, 8 and 16.
  const plain = code & ~28;
  return plain === 64 ? { kind: 'wheelUp', x, y } : plain === 65 ? { kind: 'wheelDown', x, y } : null;
}
