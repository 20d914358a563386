import type inkUpdates from 'ink/build/log-update.js';
import type { LogUpdate } from 'ink/build/log-update.js';
import { eraseRow, placeAt, rowUpdate } from './row-update.ts';

interface Tty {
  readonly columns?: number | undefined;
  readonly rows?: number | undefined;
  write(bytes: string): unknown;
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
 * each row that differs is written at its own place, and a terminal of another size is drawn anew as a whole. The desk has no
 * text cursor: its positions are not kept.
 *
 * Hangs on Ink handing over whole frames of the whole screen, and saying by `sync`, `reset`, `clear` and `done` that the screen
 * is no longer what was drawn last. Were it to draw past this, its rows would stay where the next frame has the same ones;
 * as-ink-draws.test.ts holds the screen after each frame against the one of Ink's own.
 */
function create(tty: Tty): LogUpdate {
  let shown: Shown | null = null;
  const willRender = (frame: string): boolean =>
    shown?.frame !== frame || shown.columns !== tty.columns || shown.rows !== tty.rows;
  const render = (frame: string): boolean => {
    if (!willRender(frame)) return false;
    // Only what is no terminal has no size, and none of it is drawn on.
    const { columns = 0, rows = 0 } = tty;
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
    // Ink has drawn by itself: what the terminal made of it is unknown.
    sync: forget,
    setCursorPosition: () => {},
    getCursorPosition: () => undefined,
    isCursorDirty: () => false,
  });
}

export default { create } satisfies typeof inkUpdates;
