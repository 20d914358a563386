import { cleanText } from '../../domain/text/clean-text.ts';
import type { Line, Span, Tone } from '../text/span.ts';
import { paletteOf, type Shade, type ThemeName, type TintShade } from './themes.ts';

/** Colour depth of the terminal: 0 none, 4 bits = 16 colours, 8 = 256, 24 = true colour. */
export type ColorDepth = 0 | 4 | 8 | 24;

export interface Theme {
  readonly name: ThemeName;
  readonly depth: ColorDepth;
  /** Colour depth supported by the terminal, whatever the theme uses. */
  readonly terminalDepth: ColorDepth;
  readonly background: 'dark' | 'light';
  /** SGR parameters per tone, without ESC[ and m; '' keeps the terminal's default colour. */
  readonly sgr: Readonly<Record<Tone, string>>;
  /** SGR parameters of the background of a number that just changed; null if the theme has no tint. */
  readonly tint: { readonly up: string; readonly down: string } | null;
}

/** Configured theme; `auto` follows the terminal's background. */
export type ThemeChoice = 'auto' | ThemeName;

/** `none` uses only bold and inverse; every tone also has a sign or a word. */
export function createTheme(
  choice: ThemeChoice,
  terminalDepth: ColorDepth,
  background: 'dark' | 'light' = choice === 'light' ? 'light' : 'dark',
): Theme {
  const name = choice === 'auto' ? background : choice;
  const depth = name === 'none' ? 0 : terminalDepth;
  const terminal = { terminalDepth, background };
  if (name === 'none' || depth === 0) return { name, depth: 0, sgr: weights, tint: null, ...terminal };
  const { shades, tint } = paletteOf(name, background);
  const sgr = Object.fromEntries(
    Object.entries(shades).map(([tone, shade]) => [tone, shadeSgr(shade, depth)]),
  ) as Record<Tone, string>;
  return {
    name,
    depth,
    sgr,
    tint: tint && { up: tintSgr(tint.up, depth), down: tintSgr(tint.down, depth) },
    ...terminal,
  };
}

const shadeSgr = ([rgb, index, basic]: Shade, depth: ColorDepth): string => {
  if (rgb === '') return '';
  return depth === 24 ? `38;2;${rgb}` : depth === 8 ? `38;5;${index}` : basic;
};

/** 16 colours have no subtle background, so the tint is bold there. */
const tintSgr = ([rgb, index]: TintShade, depth: ColorDepth): string =>
  depth === 24 ? `48;2;${rgb}` : depth === 8 ? `48;5;${index}` : '1';

const weights: Theme['sgr'] = {
  plain: '',
  muted: '',
  up: '',
  down: '',
  accent: '',
  warn: '',
  paper: '',
  replay: '',
  danger: '1',
  title: '1',
  live: '1',
};

/** Another theme for the same terminal. */
export const withTheme = ({ terminalDepth, background }: Theme, name: ThemeName): Theme =>
  createTheme(name, terminalDepth, background);

/** Terminals that show all colours and do not pass COLORTERM on over ssh. */
const trueColorTerminals = /^(foot|alacritty|xterm-kitty|xterm-ghostty|wezterm)|-direct$/;

/** Colour depth from the environment; NO_COLOR and TERM=dumb disable colours. */
export function detectColorDepth(env: NodeJS.ProcessEnv, platform: NodeJS.Platform = process.platform): ColorDepth {
  if (env.NO_COLOR || env.TERM === 'dumb') return 0;
  if (env.TERM === undefined && platform === 'win32') return 24;
  // GNU screen (STY) hands on the COLORTERM of the terminal around it, and garbles what that allows.
  if (env.STY && env.TERM?.startsWith('screen')) return env.TERM.endsWith('-256color') ? 8 : 4;
  if (trueColorTerminals.test(env.TERM ?? '')) return 24;
  if (env.COLORTERM === 'truecolor' || env.COLORTERM === '24bit') return 24;
  if (/-256(color)?$/.test(env.TERM ?? '')) return 8;
  return 4;
}

/** From COLORFGBG, the only hint available without querying the terminal; dark by default. */
export const detectBackground = (env: NodeJS.ProcessEnv): 'dark' | 'light' =>
  /;(7|15)$/.test(env.COLORFGBG ?? '') ? 'light' : 'dark';

/** A line as terminal text. `dimmed` mutes all colours, for panes behind a form. */
export function paint(line: Line, theme: Theme, dimmed = false): string {
  const muted = theme.depth === 0 ? '2' : theme.sgr.muted;
  let painted = '';
  let style = '';
  let text = '';
  for (const piece of line) {
    const own = dimmed ? muted : sgrOf(piece, theme);
    if (own === style) {
      text += piece.text;
      continue;
    }
    painted += styled(text, style);
    style = own;
    text = piece.text;
  }
  return painted + styled(text, style);
}

/** Last check before the terminal: data is already cleaned on input, but no control character may pass. */
const control = /[\p{Cc}\p{Bidi_Control}]/u;

function styled(given: string, sgr: string): string {
  const text = control.test(given) ? cleanText(given) : given;
  return sgr === '' || text === '' ? text : `\u001B[${sgr}m${text}\u001B[0m`;
}

function sgrOf({ tone, bold, inverse, tint }: Span, theme: Theme): string {
  const colour = theme.sgr[tone];
  if (!bold && !inverse && !tint) return colour;
  const codes = [colour, bold ? '1' : '', inverse ? '7' : '', (tint && theme.tint?.[tint]) ?? ''];
  return codes.filter((code) => code !== '').join(';');
}
