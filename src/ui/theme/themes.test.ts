import { describe, expect, test } from 'vitest';
import { span, type Tone } from '../text/span.ts';
import { createTheme, paint } from './theme.ts';
import { paletteOf, themeNames } from './themes.ts';

type Rgb = readonly [number, number, number];

/** Backgrounds that people have: the plain one, and the common themes of editors and terminals. */
const backgrounds = {
  dark: [
    [0, 0, 0],
    [30, 30, 30],
    [40, 44, 52],
  ],
  light: [
    [255, 255, 255],
    [250, 250, 250],
    [239, 241, 245],
  ],
} as const satisfies Record<string, readonly Rgb[]>;

/** The cube and the greys of the 256 colours, which are the same in every terminal; the first 16 are its own. */
function indexed(index: number): Rgb {
  if (index >= 232) return [8 + (index - 232) * 10, 8 + (index - 232) * 10, 8 + (index - 232) * 10];
  const level = (step: number) => [0, 95, 135, 175, 215, 255][step % 6] as number;
  const at = index - 16;
  return [level(Math.floor(at / 36)), level(Math.floor(at / 6)), level(at)];
}

const rgbOf = (text: string): Rgb => text.split(';').map(Number) as unknown as Rgb;

/** Relative luminance and contrast ratio, after WCAG 2.2. */
function luminance(rgb: Rgb): number {
  const [r, g, b] = rgb.map((byte) => {
    const part = byte / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: Rgb, b: Rgb): number {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

test('the measure itself: black on white is 21, and grey 118 on white is the known 4.54', () => {
  expect(contrast([0, 0, 0], [255, 255, 255])).toBeCloseTo(21);
  expect(contrast([118, 118, 118], [255, 255, 255])).toBeCloseTo(4.54, 2);
});

const cases = [
  ['dark', 'dark'],
  ['light', 'light'],
  ['colour-blind', 'dark'],
  ['colour-blind', 'light'],
  ['high-contrast', 'dark'],
  ['high-contrast', 'light'],
] as const;

describe.each(cases)('%s on a %s background', (name, background) => {
  const { shades, tint } = paletteOf(name, background);
  const toned = Object.entries(shades).filter(([, [rgb]]) => rgb !== '');
  const least = (tone: string): number => (name === 'high-contrast' ? 6.9 : tone === 'muted' ? 3 : 4.5);

  test('every text tone can be read, in true colour and in 256', () => {
    expect(toned).toHaveLength(10);
    for (const [tone, [rgb, index]] of toned)
      for (const behind of backgrounds[background]) {
        expect(contrast(rgbOf(rgb), behind), `${tone} on ${behind}`).toBeGreaterThanOrEqual(least(tone));
        expect(contrast(indexed(index), behind), `${tone} ${index} on ${behind}`).toBeGreaterThanOrEqual(least(tone));
      }
  });

  test('a tinted number can be read, whichever way it went', () => {
    if (!tint) return expect(name).toBe('high-contrast');
    for (const tone of ['up', 'down'] as const)
      for (const way of ['up', 'down'] as const) {
        const [[rgb, index], [behind, behindIndex]] = [shades[tone], tint[way]];
        expect(contrast(rgbOf(rgb), rgbOf(behind)), `${tone} on ${way}`).toBeGreaterThanOrEqual(4.5);
        expect(contrast(indexed(index), indexed(behindIndex)), `${tone} on ${way}, 256`).toBeGreaterThanOrEqual(4.5);
      }
  });

  test('up and down differ, and so do PAPER and LIVE', () => {
    for (const pair of [
      ['up', 'down'],
      ['paper', 'live'],
      ['warn', 'danger'],
    ] as const) {
      const [a, b] = pair.map((tone) => shades[tone]) as [(typeof shades)['up'], (typeof shades)['up']];
      for (const depth of [0, 1] as const) expect(a[depth], pair.join()).not.toBe(b[depth]);
    }
  });
});

test('colour-blind: up is bluer than it is red, down the other way round, and neither leans on green', () => {
  for (const background of ['dark', 'light'] as const) {
    const { up, down } = paletteOf('colour-blind', background).shades;
    const [upRed, , upBlue] = rgbOf(up[0]);
    const [downRed, , downBlue] = rgbOf(down[0]);
    expect(upBlue - upRed).toBeGreaterThan(90);
    expect(downRed - downBlue).toBeGreaterThan(90);
  }
});

test('PAPER and LIVE are told apart by their word in every theme, also without colour', () => {
  for (const name of themeNames)
    for (const depth of [0, 4, 8, 24] as const) {
      const band = (mode: Tone) =>
        paint([span(` ${mode.toUpperCase()} `, mode, { bold: true, inverse: true })], createTheme(name, depth));
      expect(band('paper')).toContain(' PAPER ');
      expect(band('live')).toContain(' LIVE ');
      expect(band('live')).toMatch(/\[[0-9;]*7(;|m)/);
    }
});
