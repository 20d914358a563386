import type { Cell, Colour, Screen, Style } from './screen.ts';

/** The screen as text with colour codes, for a person's terminal: `cat` it. */
export function toAnsi(screen: Screen): string {
  return screen.cells.map((row) => `${runsOf(row).map(toRun).join('')}\x1b[0m`).join('\n');
}

/** Neighbouring cells of one style, from left to right. */
export function runsOf(row: readonly Cell[]): (readonly [Cell, ...Cell[]])[] {
  const runs: [Cell, ...Cell[]][] = [];
  for (const cell of row) {
    const last = runs.at(-1);
    if (last && sgr(last[0]) === sgr(cell)) last.push(cell);
    else runs.push([cell]);
  }
  return runs;
}

function toRun(cells: readonly [Cell, ...Cell[]]): string {
  return `${sgr(cells[0])}${cells.map((cell) => cell.char).join('')}`;
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
