import type InkOutput from 'ink/build/output.js';
import type { OutputTransformer } from 'ink/build/render-node-to-output.js';
import { sliceSgr } from './sgr-text.ts';
import { rowsOf, type TextRow } from './text-rows.ts';

interface Piece extends TextRow {
  readonly x: number;
}

/** What Ink 8 asks of its output from outside. That it can also cut a line is for its own use. */
type Output = Omit<InkOutput, 'sliceLineToColumns'>;

/**
 * Takes the place of Ink's own output (replaced-modules.json), which makes an object of every cell of the screen for every
 * frame: at 200×50 that was half of the desk's CPU and most of its memory. The desk draws whole rows, each with its colours closed,
 * so a row of the screen is its pieces put side by side; only what lies under an overlay is cut.
 *
 * Hangs on how Ink draws a tree: a new output for each frame, a `write` for each text with the cell it begins in, in the order
 * in which they cover each other, then `get`. Were it to write otherwise, texts would be missing or stand elsewhere:
 * as-ink-draws.test.ts holds the cells of this output against those of Ink's own, test/frames those of whole frames.
 */
class RowOutput implements Output {
  readonly width: number;
  readonly height: number;
  readonly #rows: Piece[][];

  constructor({ width, height }: { readonly width: number; readonly height: number }) {
    this.width = width;
    this.height = height;
    this.#rows = Array.from({ length: height }, () => []);
  }

  /** Writes lines from a cell on; a later write covers an earlier one, and nothing leaves the screen. */
  write(
    x: number,
    y: number,
    text: string,
    { transformers }: { readonly transformers: readonly OutputTransformer[] },
  ): void {
    const whole = transformers.length === 0 ? text : transformed(text, transformers);
    for (const [index, piece] of piecesOf(x, whole).entries()) {
      const row = this.#rows[y + index];
      if (row) this.#place(row, cutToScreen(piece, this.width));
    }
  }

  /** The desk cuts its own rows to size: nothing in it is clipped by Ink. */
  clip(): never {
    throw new Error('overflow="hidden" is not drawn by RowOutput');
  }

  unclip(): void {}

  get(): { output: string; height: number } {
    const rows = this.#rows.map((pieces, y) => shownRow(pieces, y));
    return { output: rows.join('\n'), height: this.height };
  }

  #place(row: Piece[], piece: Piece): void {
    if (piece.width <= 0) return;
    const end = piece.x + piece.width;
    const isClear = row.every((other) => other.x + other.width <= piece.x || other.x >= end);
    if (!isClear) {
      const kept = row.flatMap((other) => [cut(other, other.x, piece.x), cut(other, end, other.x + other.width)]);
      row.splice(0, row.length, ...kept.filter(({ width }) => width > 0));
    }
    row.push(piece);
  }
}

const cutToScreen = (piece: Piece, width: number): Piece =>
  piece.x >= 0 && piece.x + piece.width <= width ? piece : cut(piece, 0, width);

/** What of a piece lies in the columns `from` to `to`. */
function cut({ x, width, text }: Piece, from: number, to: number): Piece {
  const start = Math.max(x, from);
  const end = Math.min(x + width, to);
  if (end <= start) return { x: start, width: 0, text: '' };
  return {
    x: start,
    width: end - start,
    text: start === x && end === x + width ? text : sliceSgr(text, start - x, end - x),
  };
}

const transformed = (text: string, transformers: readonly OutputTransformer[]): string =>
  text
    .split('\n')
    .map((line, index) => transformers.reduce((drawn, transform) => transform(drawn, index), line))
    .join('\n');

function piecesOf(x: number, text: string): readonly Piece[] {
  const rows = rowsOf(text);
  const known = kept.get(rows);
  if (known?.[0]?.x === x) return known;
  const pieces = rows.map((row) => ({ x, ...row }));
  kept.set(rows, pieces);
  return pieces;
}

/** Rows that were written at the same column in the last frame are the same pieces. */
const kept = new WeakMap<readonly TextRow[], readonly Piece[]>();

/** By row of the screen, what the last frame showed there. */
const shown: { readonly pieces: readonly Piece[]; readonly text: string }[] = [];

function shownRow(pieces: readonly Piece[], y: number): string {
  const last = shown[y];
  if (last?.pieces.length === pieces.length && pieces.every((piece, index) => piece === last.pieces[index]))
    return last.text;
  const text = rowText(pieces);
  shown[y] = { pieces, text };
  return text;
}

function rowText(pieces: readonly Piece[]): string {
  let text = '';
  let column = 0;
  for (const piece of [...pieces].sort((a, b) => a.x - b.x)) {
    text += ' '.repeat(piece.x - column) + piece.text;
    column = piece.x + piece.width;
  }
  return text.trimEnd();
}

export default RowOutput satisfies new (
  ...options: ConstructorParameters<typeof InkOutput>
) => Output;
