import type { Cell, Colour, Screen } from './screen.ts';
import { runsOf } from './screen-shot.ts';

const fontPx = 16;
// The cell of DejaVu Sans Mono: 0.602 em wide and 1.164 em high, so that box drawing joins between rows.
const cellWidth = fontPx * 0.602;
const cellHeight = fontPx * 1.164;
const baseline = fontPx * 0.928;
/** Around the screen, as a window has it. */
const margin = 10;

export interface Background {
  readonly fg: string;
  readonly bg: string;
}
export const backgrounds = {
  dark: { fg: '#d4d4d4', bg: '#16181d' },
  light: { fg: '#24292f', bg: '#fbfbfa' },
} as const satisfies Record<string, Background>;

/** The screen as an SVG picture in true colours, a text element for each run of a style. `title`: for those who do not see it. */
export function toSvg(screen: Screen, colours: Background = backgrounds.dark, title = ''): string {
  const width = (screen.columns * cellWidth + 2 * margin).toFixed(0);
  const height = (screen.rows * cellHeight + 2 * margin).toFixed(0);
  const rows = screen.cells.map((row, y) => {
    let x = 0;
    return runsOf(row)
      .map((run) => {
        const drawn = drawRun(run, x, y, colours);
        x += run.length;
        return drawn;
      })
      .join('');
  });
  const { cursor } = screen;
  if (cursor.isVisible) rows.push(rectangle(cursor.x, cursor.y, 1, colours.fg, 0.5));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`,
    ` font-family="'DejaVu Sans Mono', monospace" font-size="${fontPx}">`,
    title && `<title>${escapeXml(title)}</title>`,
    `<rect x="0.5" y="0.5" width="${Number(width) - 1}" height="${Number(height) - 1}" rx="6" fill="${colours.bg}" stroke="#8884"/>`,
    `<g transform="translate(${margin} ${margin})">\n${rows.filter(Boolean).join('\n')}\n</g></svg>\n`,
  ].join('');
}

function drawRun(cells: readonly [Cell, ...Cell[]], x: number, y: number, colours: Background): string {
  const style = cells[0];
  const own = { fg: css(style.fg) ?? colours.fg, bg: css(style.bg) };
  const { fg, bg } = style.inverse ? { fg: own.bg ?? colours.bg, bg: own.fg } : own;
  const behind = bg ? rectangle(x, y, cells.length, bg, 1) : '';
  const look = [
    style.bold ? ' font-weight="bold"' : '',
    style.italic ? ' font-style="italic"' : '',
    style.underline ? ' text-decoration="underline"' : '',
    style.dim ? ' opacity="0.55"' : '',
  ].join('');
  const words = wordsOf(cells).map(({ text, at, width }) => {
    const [left, length] = [(x + at) * cellWidth, width * cellWidth];
    return `<tspan x="${left.toFixed(1)}" textLength="${length.toFixed(1)}" lengthAdjust="spacingAndGlyphs">${escapeXml(text)}</tspan>`;
  });
  if (words.length === 0) return behind;
  return `${behind}<text y="${(y * cellHeight + baseline).toFixed(1)}" fill="${fg}"${look}>${words.join('')}</text>`;
}

/** What stands between blanks has its own place and width: another font must not shift the rest of the row. */
function wordsOf(cells: readonly Cell[]): { text: string; at: number; width: number }[] {
  const words: { text: string; at: number; width: number }[] = [];
  let isOpen = false;
  for (const [at, { char }] of cells.entries()) {
    const last = words.at(-1);
    // The right half of a wide character.
    if (char === '' && isOpen && last) last.width++;
    else if (char.trim() === '') isOpen = false;
    else if (isOpen && last) {
      last.text += char;
      last.width++;
    } else {
      words.push({ text: char, at, width: 1 });
      isOpen = true;
    }
  }
  return words;
}

function rectangle(x: number, y: number, cells: number, fill: string, opacity: number): string {
  const at = `x="${(x * cellWidth).toFixed(2)}" y="${(y * cellHeight).toFixed(2)}"`;
  // A little more than its cells, or seams show between neighbours.
  const size = `width="${(cells * cellWidth + 0.3).toFixed(2)}" height="${(cellHeight + 0.3).toFixed(2)}"`;
  return `<rect ${at} ${size} fill="${fill}"${opacity < 1 ? ` opacity="${opacity}"` : ''}/>`;
}

const basic = [
  '#000000',
  '#cd3131',
  '#0dbc79',
  '#e5e510',
  '#2472c8',
  '#bc3fbc',
  '#11a8cd',
  '#e5e5e5',
  '#666666',
  '#f14c4c',
  '#23d18b',
  '#f5f543',
  '#3b8eea',
  '#d670d6',
  '#29b8db',
  '#ffffff',
];

function css(colour: Colour): string | null {
  if (colour === null || typeof colour === 'string') return colour;
  if (colour < 16) return basic[colour]!;
  if (colour >= 232) return hex(Array(3).fill(8 + (colour - 232) * 10));
  const level = (step: number) => (step === 0 ? 0 : 55 + step * 40);
  const cube = colour - 16;
  return hex([level(Math.floor(cube / 36)), level(Math.floor(cube / 6) % 6), level(cube % 6)]);
}

function hex(rgb: readonly number[]): string {
  return `#${rgb.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
