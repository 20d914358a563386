import { eraseRow, placeAt, rowUpdate } from './row-update.ts';

interface Tty {
  readonly columns: number;
  readonly rows: number;
  write(bytes: string): unknown;
}

/** What Ink 8 asks of its log-update. The desk has no text cursor: its positions are not kept. */
interface ScreenUpdate {
  /** Returns whether anything was written. */
  (frame: string): boolean;
  clear(): void;
  done(): void;
  reset(): void;
  sync(frame: string): void;
  willRender(frame: string): boolean;
  setCursorPosition(position: unknown): void;
  getCursorPosition(): undefined;
  isCursorDirty(): boolean;
}

interface Shown {
  readonly frame: string;
  readonly lines: readonly string[];
  readonly columns: number;
  readonly rows: number;
}

const hideCursor = '\u001B[?25l';
const showCursor = '\u001B[?25h';
const erase = '\u001B[m\u001B[H\u001B[J';
/** A row that turns out too wide for its terminal ends at the edge, and damages no other. */
const [withoutWrap, withWrap] = ['\u001B[?7l', '\u001B[?7h'];

/**
 * Takes the place of Ink's own (replaced-modules.json), which moves from row to row relative to where it believes the cursor to be. A
 * frame that is still on its way when the terminal becomes narrower wraps there, and what follows lands rows too low. Here
 * each row that differs is written at its own place, and a terminal of another size is drawn anew as a whole.
 */
function create(tty: Tty): ScreenUpdate {
  let shown: Shown | null = null;
  const willRender = (frame: string): boolean =>
    shown?.frame !== frame || shown.columns !== tty.columns || shown.rows !== tty.rows;
  const render = (frame: string): boolean => {
    if (!willRender(frame)) return false;
    const { columns, rows } = tty;
    const isKnown = shown?.columns === columns && shown.rows === rows;
    const before = isKnown && shown ? shown.lines : [];
    const lines = frame.split('\n').slice(0, rows);
    const updates = lines.map((line, row) => {
      const previous = before[row] ?? '';
      return line === previous ? '' : rowUpdate(row, previous, line, columns);
    });
    const gone = before.slice(lines.length).map((_, index) => placeAt(lines.length + index, 0) + eraseRow);
    const bytes = (isKnown ? '' : hideCursor + erase) + updates.join('') + gone.join('');
    tty.write(withoutWrap + bytes + withWrap);
    shown = { frame, lines, columns, rows };
    return true;
  };
  const forget = (): void => {
    shown = null;
  };
  return Object.assign(render, {
    willRender,
    clear: () => {
      tty.write(erase);
      forget();
    },
    done: () => {
      tty.write(showCursor);
      forget();
    },
    reset: forget,
    // Ink has drawn by itself: what the terminal made of it is not known.
    sync: forget,
    setCursorPosition: () => {},
    getCursorPosition: () => undefined,
    isCursorDirty: () => false,
  });
}

export default { create };
