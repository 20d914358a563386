import { ofDoubtfulWidth } from '../../domain/text/text-width.ts';
import { cellText, isSameCell, RowCells } from './row-cells.ts';
import { sgrWidth } from './sgr-text.ts';

const [before, after] = [new RowCells(), new RowCells()];
const reset = '\u001B[0m';
/** Of what stands from the cursor on. */
export const eraseRow = '\u001B[K';
/** Equal cells between two changes are written again if there are so few of them: a move of the cursor costs as much. */
const worthAMove = 6;

/** Row and column count from 0. */
export const placeAt = (row: number, column: number): string => `\u001B[${row + 1};${column + 1}H`;

/** The bytes that turn a row on screen into the next one: the cells that differ, or all behind the first difference where widths are doubtful. */
export function rowUpdate(row: number, previous: string, next: string, columns: number): string {
  if (hasDoubtfulWidth(previous) || hasDoubtfulWidth(next)) return restOfRow(row, previous, next, columns);
  return changedCells(row, before.read(previous), after.read(next), columns);
}

function changedCells(row: number, previous: RowCells, next: RowCells, columns: number): string {
  const written = Math.min(next.text.length, columns);
  const width = Math.min(Math.max(next.text.length, previous.text.length), columns);
  let bytes = '';
  for (let start = nextChange(previous, next, 0, width); start < width; ) {
    // Nothing but blanks is left.
    if (start >= written) return `${bytes}${placeAt(row, start)}${eraseRow}`;
    let end = start;
    let change = start;
    do {
      end = endOfChange(previous, next, change, written);
      change = nextChange(previous, next, end, width);
    } while (change < written && change - end < worthAMove);
    bytes += placeAt(row, start) + cellText(next, start, end);
    start = change;
  }
  return bytes;
}

function nextChange(previous: RowCells, next: RowCells, from: number, width: number): number {
  let column = from;
  while (column < width && isSameCell(previous, next, column)) column++;
  return column;
}

function endOfChange(previous: RowCells, next: RowCells, from: number, width: number): number {
  let column = from;
  while (column < width && !isSameCell(previous, next, column)) column++;
  return column;
}

/** From the first span that differs. */
function restOfRow(row: number, previous: string, next: string, columns: number): string {
  const start = startOfChange(previous, next);
  const column = start === 0 ? 0 : sgrWidth(next.slice(0, start));
  // A cursor in the last column may hang behind it: such a row is written whole.
  if (column >= columns) return `${placeAt(row, 0)}${eraseRow}${anchored(next, 0)}`;
  return `${placeAt(row, column)}${eraseRow}${anchored(next.slice(start), column)}`;
}

function hasDoubtfulWidth(row: string): boolean {
  ofDoubtfulWidth.lastIndex = 0;
  return ofDoubtfulWidth.test(row);
}

/**
 * What follows a character that this terminal may take for wider or narrower than the desk does is put at its column by
 * number: the sides of a pane stand where they should, whoever names a token.
 */
function anchored(text: string, column: number): string {
  return text.replace(ofDoubtfulWidth, (run: string, at: number) => {
    const end = at + run.length;
    return end === text.length ? run : `${run}\u001B[${column + sgrWidth(text.slice(0, end)) + 1}G`;
  });
}

/** Index behind the last span that both rows begin with: every colour is closed there. */
function startOfChange(previous: string, next: string): number {
  let common = 0;
  while (common < previous.length && common < next.length && previous[common] === next[common]) common++;
  const end = next.lastIndexOf(reset, common - reset.length);
  return common < reset.length || end < 0 ? 0 : end + reset.length;
}
