import { emptyCell as plain, type Screen } from '../driver/screen.ts';

// What a change of the screen needs at least, by an encoder of its own: the cells that differ, a move of the cursor to each run of
// them, and of the style only what changes, also from one run to the next. Independent of the desk's own, which it judges.

type Cell = Screen['cells'][number][number];
type Row = readonly Cell[];

const keys = ['fg', 'bg', 'bold', 'dim', 'italic', 'underline', 'inverse'] as const;

const isSameStyle = (a: Cell, b: Cell): boolean => keys.every((key) => a[key] === b[key]);
const isSame = (a: Cell, b: Cell | undefined): boolean => b !== undefined && a.char === b.char && isSameStyle(a, b);

/** Bytes from one screen to the next. */
export function bytesForChange(before: readonly Row[], after: readonly Row[]): number {
  let bytes = 0;
  let style = plain;
  for (const [y, row] of after.entries()) {
    let last = -1;
    for (const [x, cell] of row.entries()) {
      if (isSame(cell, before[y]?.[x])) continue;
      const move = `\x1b[${y + 1};${x + 1}H`.length;
      // Equal cells between two changes are sent again where that is shorter than another move.
      const bridge = last < 0 ? Number.POSITIVE_INFINITY : written(row.slice(last + 1, x), style).bytes;
      if (bridge < move) {
        const bridged = written(row.slice(last + 1, x), style);
        bytes += bridged.bytes;
        style = bridged.style;
      } else bytes += move;
      const drawn = written([cell], style);
      bytes += drawn.bytes;
      style = drawn.style;
      last = x;
    }
  }
  return bytes;
}

function written(cells: Row, from: Cell): { readonly bytes: number; readonly style: Cell } {
  let bytes = 0;
  let style = from;
  for (const cell of cells) {
    if (!isSameStyle(cell, style)) bytes += restyle(style, cell).length;
    bytes += Buffer.byteLength(cell.char);
    style = cell;
  }
  return { bytes, style };
}

/** The shorter one of: what changes, and everything after a reset. */
function restyle(from: Cell, to: Cell): string {
  const off = { bold: 22, dim: 22, italic: 23, underline: 24, inverse: 27 } as const;
  const on = { bold: 1, dim: 2, italic: 3, underline: 4, inverse: 7 } as const;
  const flags = (Object.keys(on) as (keyof typeof on)[])
    .filter((flag) => from[flag] !== to[flag])
    .map((flag) => (to[flag] ? on[flag] : off[flag]));
  const colours = [
    ...(from.fg === to.fg ? [] : [colour(to.fg, 38) ?? 39]),
    ...(from.bg === to.bg ? [] : [colour(to.bg, 48) ?? 49]),
  ];
  const changed = `\x1b[${[...flags, ...colours].join(';')}m`;
  const whole = isSameStyle(to, plain) ? '\x1b[m' : sgr(to).replace('[', '[;');
  return changed.length < whole.length ? changed : whole;
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
