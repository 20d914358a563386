import type { Screen } from '../driver/screen.ts';

// What a change of the screen needs at least, by an encoder of its own: the cells that differ, a move of the cursor to each run of
// them, and a change of style where the style changes. Independent of the desk's own, which it judges.

type Cell = Screen['cells'][number][number];
type Row = readonly Cell[];

const keys = ['fg', 'bg', 'bold', 'dim', 'italic', 'underline', 'inverse'] as const;
const plain: Cell = {
  char: ' ',
  fg: null,
  bg: null,
  bold: false,
  dim: false,
  italic: false,
  underline: false,
  inverse: false,
};

const isSameStyle = (a: Cell, b: Cell): boolean => keys.every((key) => a[key] === b[key]);
const isSame = (a: Cell, b: Cell | undefined): boolean => b !== undefined && a.char === b.char && isSameStyle(a, b);

/** Equal cells between two changes are sent again where that is shorter than another move. */
const shortestMove = '\x1b[1;1H'.length;

/** Bytes from one screen to the next. */
export function bytesForChange(before: readonly Row[], after: readonly Row[]): number {
  let bytes = 0;
  for (const [y, row] of after.entries()) {
    for (const { from, to } of changedRuns(before[y] ?? [], row)) {
      bytes += `\x1b[${y + 1};${from + 1}H`.length + Buffer.byteLength(styled(row.slice(from, to)));
    }
  }
  return bytes;
}

function changedRuns(before: Row, row: Row): { readonly from: number; to: number }[] {
  const runs: { readonly from: number; to: number }[] = [];
  for (const [x, cell] of row.entries()) {
    if (isSame(cell, before[x])) continue;
    const last = runs.at(-1);
    if (last && x - last.to < shortestMove) last.to = x + 1;
    else runs.push({ from: x, to: x + 1 });
  }
  return runs;
}

/** A whole row as terminal text. */
export const rowText = (row: Row): string => styled(row).trimEnd() || ' ';

function styled(cells: Row): string {
  let text = '';
  let style = plain;
  for (const cell of cells) {
    if (!isSameStyle(cell, style)) text += `${style === plain ? '' : '\x1b[0m'}${sgr(cell)}`;
    style = isSameStyle(cell, plain) ? plain : cell;
    text += cell.char;
  }
  return style === plain ? text : `${text}\x1b[0m`;
}

function sgr({ fg, bg, bold, dim, italic, underline, inverse }: Cell): string {
  const codes = [bold && 1, dim && 2, italic && 3, underline && 4, inverse && 7, colour(fg, 38), colour(bg, 48)].filter(
    Boolean,
  );
  return codes.length === 0 ? '' : `\x1b[${codes.join(';')}m`;
}

function colour(value: Cell['fg'], kind: 38 | 48): string | null {
  if (value === null) return null;
  if (typeof value === 'number') return `${kind};5;${value}`;
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(value.slice(at, at + 2), 16));
  return `${kind};2;${red};${green};${blue}`;
}
