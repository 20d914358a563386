import { cleanText } from '../domain/clean-text.ts';
import type { Line, Span, Tone } from './text/span.ts';

/** Colour depth of the terminal: 0 none, 4 bits = 16 colours, 8 = 256, 24 = true colour. */
export type ColorDepth = 0 | 4 | 8 | 24;

export interface Theme {
  readonly depth: ColorDepth;
  /** SGR parameters of each tone, without ESC[ and m; '' leaves the terminal's own colour. */
  readonly sgr: Readonly<Record<Tone, string>>;
}

type Shade = readonly [rgb: string, index256: number, sgr16: string];

/** One table a theme: true colour, its nearest of 256, and what 16 colours can say. */
const dark: Record<Tone, Shade> = {
  plain: ['', -1, ''],
  muted: ['124;132;146', 245, '90'],
  up: ['104;196;140', 78, '32'],
  down: ['232;110;116', 203, '31'],
  accent: ['122;170;247', 111, '94'],
  warn: ['229;192;105', 179, '33'],
  danger: ['255;92;87', 203, '1;31'],
  paper: ['94;201;214', 80, '36'],
  live: ['245;146;80', 209, '1;33'],
  replay: ['187;154;247', 141, '35'],
  title: ['214;219;229', 253, '1'],
};

const light: Record<Tone, Shade> = {
  plain: ['', -1, ''],
  muted: ['104;110;122', 242, '90'],
  up: ['16;122;66', 28, '32'],
  down: ['188;32;46', 124, '31'],
  accent: ['24;88;196', 26, '34'],
  warn: ['146;96;0', 94, '33'],
  danger: ['204;0;20', 160, '1;31'],
  paper: ['0;110;128', 30, '36'],
  live: ['184;76;0', 130, '1;31'],
  replay: ['122;60;190', 97, '35'],
  title: ['32;36;44', 235, '1'],
};

/** `none` keeps weight and inversion only: every tone also has a sign or a word. */
export function createTheme(name: 'dark' | 'light' | 'none', depth: ColorDepth): Theme {
  const shades = name === 'light' ? light : dark;
  const off = name === 'none' || depth === 0;
  const sgr = Object.fromEntries(
    Object.entries(shades).map(([tone, [rgb, index, basic]]) => {
      if (off) return [tone, tone === 'danger' || tone === 'title' || tone === 'live' ? '1' : ''];
      if (rgb === '') return [tone, ''];
      return [tone, depth === 24 ? `38;2;${rgb}` : depth === 8 ? `38;5;${index}` : basic];
    }),
  ) as Record<Tone, string>;
  return { depth: off ? 0 : depth, sgr };
}

/** What the terminal can show, from its environment; NO_COLOR and TERM=dumb turn colour off. */
export function detectColorDepth(env: NodeJS.ProcessEnv): ColorDepth {
  if (env.NO_COLOR || env.TERM === 'dumb') return 0;
  if (env.COLORTERM === 'truecolor' || env.COLORTERM === '24bit') return 24;
  if (/-256(color)?$/.test(env.TERM ?? '')) return 8;
  return 4;
}

/** `COLORFGBG` is the only hint that terminals give without being asked; dark where nothing is known. */
export const detectBackground = (env: NodeJS.ProcessEnv): 'dark' | 'light' =>
  /;(7|15)$/.test(env.COLORFGBG ?? '') ? 'light' : 'dark';

/** A line as terminal text. `dimmed` takes every colour back to muted, for what lies under a form. */
export function paint(line: Line, theme: Theme, dimmed = false): string {
  return line.map((piece) => paintSpan(piece, theme, dimmed)).join('');
}

/** Data is cleaned where it enters; this is the last door before the terminal, and nothing but text goes through it. */
const control = /[\p{Cc}\p{Bidi_Control}]/u;

function paintSpan({ text: given, tone, bold, inverse }: Span, theme: Theme, dimmed: boolean): string {
  const text = control.test(given) ? cleanText(given) : given;
  const codes = dimmed
    ? [theme.depth === 0 ? '2' : theme.sgr.muted]
    : [theme.sgr[tone], bold ? '1' : '', inverse ? '7' : ''];
  const sgr = codes.filter((code) => code !== '').join(';');
  return sgr === '' ? text : `\u001B[${sgr}m${text}\u001B[0m`;
}
