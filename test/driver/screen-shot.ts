import type { Cell, Colour, Screen, Style } from './screen.ts';

/** The screen as text with colour codes, for a person's terminal: `cat` it. */
export function toAnsi(screen: Screen): string {
  return screen.cells.map((row) => `${runsOf(row).map(toRun).join('')}\x1b[0m`).join('\n');
}

/** Neighbouring cells of one style, as [style, text, width in cells] from left to right. */
export function runsOf(
  row: readonly Cell[],
): { readonly style: Style; readonly text: string; readonly cells: number }[] {
  const runs: { style: Style; text: string; cells: number }[] = [];
  let lastSgr = '';
  for (const cell of row) {
    const nextSgr = sgr(cell);
    const last = runs.at(-1);
    if (last && nextSgr === lastSgr) {
      last.text += cell.char;
      last.cells++;
    } else runs.push({ style: cell, text: cell.char, cells: 1 });
    lastSgr = nextSgr;
  }
  return runs;
}

function toRun({ style, text }: { style: Style; text: string }): string {
  return `${sgr(style)}${text}`;
}

function sgr(style: Style): string {
  const codes = [0];
  if (style.bold) codes.push(1);
  if (style.dim) codes.push(2);
  if (style.italic) codes.push(3);
  if (style.underline) codes.push(4);
  if (style.inverse) codes.push(7);
  return `\x1b[${[...codes, ...colourCodes(38, style.fg), ...colourCodes(48, style.bg)].join(';')}m`;
}

function colourCodes(kind: 38 | 48, colour: Colour): number[] {
  if (colour === null) return [];
  if (typeof colour === 'number') return [kind, 5, colour];
  return [kind, 2, ...[1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))];
}
