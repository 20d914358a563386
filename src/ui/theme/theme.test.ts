import { describe, expect, test } from 'vitest';
import { hostileTexts, isCellSafe } from '../../stores/desk-data.fixture.ts';
import { span, type Tone } from '../text/span.ts';
import { createTheme, detectBackground, detectColorDepth, paint, type Theme } from './theme.ts';

const tones: readonly Tone[] = ['plain', 'muted', 'up', 'down', 'accent', 'warn', 'danger', 'paper', 'live', 'title'];
const esc = String.fromCharCode(27);
const sgrOf = (painted: string): RegExpMatchArray[] => [...painted.matchAll(new RegExp(`${esc}\\[([0-9;]*)m`, 'g'))];

test.each([
  [{ NO_COLOR: '1', COLORTERM: 'truecolor' }, 0],
  [{ NO_COLOR: '', COLORTERM: 'truecolor' }, 24],
  [{ TERM: 'dumb', COLORTERM: 'truecolor' }, 0],
  [{ COLORTERM: '24bit', TERM: 'xterm' }, 24],
  [{ TERM: 'xterm-256color' }, 8],
  [{ TERM: 'screen-256' }, 8],
  [{ TERM: 'xterm' }, 4],
  // What says it all when ssh does not pass COLORTERM on.
  [{ TERM: 'foot' }, 24],
  [{ TERM: 'xterm-kitty' }, 24],
  [{ TERM: 'xterm-ghostty' }, 24],
  [{ TERM: 'alacritty' }, 24],
  [{ TERM: 'xterm-direct' }, 24],
  [{ TERM: 'linux' }, 4],
  [{ TERM: 'tmux-256color', COLORTERM: 'truecolor', TMUX: '/tmp/tmux-0/default,1,0' }, 24],
  // GNU screen hands on the COLORTERM of the terminal around it, whose colours it cannot show.
  [{ TERM: 'screen.xterm-256color', COLORTERM: 'truecolor', STY: '1.pts-0' }, 8],
  [{ TERM: 'screen', COLORTERM: 'truecolor', STY: '1.pts-0' }, 4],
  [{ TERM: 'tmux-256color', COLORTERM: 'truecolor', STY: '1.pts-0', TMUX: '/tmp/tmux-0/default,1,0' }, 24],
  [{}, 4],
])('%j has a depth of %i', (env, depth) => {
  expect(detectColorDepth(env, 'linux')).toBe(depth);
});

test('on Windows, where TERM is not set, terminals show all colours', () => {
  expect(detectColorDepth({}, 'win32')).toBe(24);
  expect(detectColorDepth({ NO_COLOR: '1' }, 'win32')).toBe(0);
  expect(detectColorDepth({ TERM: 'xterm' }, 'win32')).toBe(4);
});

test.each([
  [{ COLORFGBG: '0;15' }, 'light'],
  [{ COLORFGBG: '0;default;7' }, 'light'],
  [{ COLORFGBG: '15;0' }, 'dark'],
  [{}, 'dark'],
])('%j is %s', (env, background) => {
  expect(detectBackground(env)).toBe(background);
});

describe('painting', () => {
  test.each([
    [24, /^38;2;\d+;\d+;\d+$/],
    [8, /^38;5;\d+$/],
    [4, /^(1;)?(3\d|9\d|1)$/],
  ] as const)('at %i bits uses only codes of that depth', (depth, code) => {
    for (const name of ['dark', 'light'] as const)
      for (const tone of tones.filter((one) => one !== 'plain')) {
        const [start, end] = sgrOf(paint([span('x', tone)], createTheme(name, depth)));
        expect(start?.[1], tone).toMatch(code);
        expect(end?.[1]).toBe('0');
      }
  });

  test('without colour has weight and inversion only', () => {
    for (const theme of [createTheme('none', 24), createTheme('dark', 0)]) {
      for (const tone of tones)
        for (const [, codes] of sgrOf(paint([span('x', tone, { bold: true, inverse: true })], theme)))
          expect(codes).toMatch(/^(0|1(;1)?;7)$/);
      expect(paint([span('plain'), span('up', 'up')], theme)).toBe('plainup');
    }
  });

  test('dims what lies under a form to one look', () => {
    const line = [span('a', 'up', { bold: true }), span('b', 'danger', { inverse: true })];
    const dark = createTheme('dark', 24);
    expect(paint(line, dark, true)).toBe(`${esc}[${dark.sgr.muted}mab${esc}[0m`);
    expect(paint([span('a', 'up')], createTheme('none', 0), true)).toBe(`${esc}[2ma${esc}[0m`);
  });

  test('leaves no look behind', () => {
    for (const tone of tones) {
      const painted = paint([span('x', tone, { bold: true })], createTheme('dark', 8));
      expect(painted.endsWith(`${esc}[0m`), tone).toBe(true);
    }
  });

  test.each(hostileTexts)('of %j writes no control that is not its own', (text) => {
    for (const dimmed of [false, true]) {
      const painted = paint([span(text, 'up'), span(text)], createTheme('dark', 24), dimmed);
      const own = painted.replace(new RegExp(`${esc}\\[[0-9;]*m`, 'g'), '');
      expect(/[\p{Cc}\p{Bidi_Control}]/u.test(own), JSON.stringify(own)).toBe(false);
    }
  });

  test('a theme off is the same whatever the background', () => {
    const look = ({ depth, sgr, tint }: Theme) => ({ depth, sgr, tint });
    expect(look(createTheme('none', 24))).toEqual(look(createTheme('light', 0)));
    expect(isCellSafe(paint([span('text', 'live')], createTheme('none', 0)).replaceAll(esc, ''))).toBe(true);
  });
});
