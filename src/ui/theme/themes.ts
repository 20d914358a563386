import type { Tone } from '../text/span.ts';

/** True colour as `r;g;b`, the nearest 256-colour index, and SGR parameters for 16 colours. */
export type Shade = readonly [rgb: string, index256: number, sgr16: string];

/** Background of a number that just changed. */
export type TintShade = readonly [rgb: string, index256: number];

export interface Palette {
  readonly shades: Readonly<Record<Tone, Shade>>;
  /** null: no tint. */
  readonly tint: { readonly up: TintShade; readonly down: TintShade } | null;
}

/** In the order of the theme key. */
export const themeNames = ['dark', 'light', 'high-contrast', 'colour-blind', 'none'] as const;
export type ThemeName = (typeof themeNames)[number];

const own: Shade = ['', -1, ''];

const dark: Palette = {
  shades: {
    plain: own,
    muted: ['134;142;156', 246, '90'],
    up: ['104;196;140', 78, '32'],
    down: ['240;130;134', 210, '31'],
    accent: ['122;170;247', 111, '94'],
    warn: ['229;192;105', 179, '33'],
    danger: ['255;112;106', 209, '1;31'],
    paper: ['94;201;214', 80, '36'],
    live: ['245;146;80', 209, '1;33'],
    replay: ['187;154;247', 141, '35'],
    title: ['214;219;229', 253, '1'],
  },
  tint: { up: ['18;52;36', 237], down: ['66;24;30', 237] },
};

const light: Palette = {
  shades: {
    plain: own,
    muted: ['104;110;122', 242, '90'],
    up: ['14;108;58', 22, '32'],
    down: ['180;28;42', 124, '31'],
    accent: ['24;88;196', 25, '34'],
    warn: ['132;84;0', 94, '33'],
    danger: ['196;0;20', 160, '1;31'],
    paper: ['0;98;114', 23, '36'],
    live: ['164;66;0', 88, '1;31'],
    replay: ['122;60;190', 55, '35'],
    title: ['32;36;44', 235, '1'],
  },
  tint: { up: ['214;240;222', 194], down: ['252;224;224', 224] },
};

/** Blue and orange instead of green and red: distinguishable with all common kinds of colour blindness. */
const colourBlind = {
  dark: {
    shades: {
      ...dark.shades,
      up: ['110;180;250', 75, '94'],
      down: ['240;160;70', 215, '33'],
      accent: ['190;196;206', 251, '1'],
      warn: ['240;228;100', 227, '1;33'],
      danger: ['255;150;30', 208, '1;33'],
    },
    tint: { up: ['16;44;80', 17], down: ['72;44;12', 52] },
  },
  light: {
    shades: {
      ...light.shades,
      up: ['0;90;170', 25, '34'],
      down: ['156;72;0', 94, '33'],
      accent: ['60;64;72', 238, '1'],
      warn: ['112;92;0', 58, '1;33'],
      danger: ['150;60;0', 88, '1;33'],
    },
    tint: { up: ['216;232;252', 195], down: ['255;232;206', 230] },
  },
} as const satisfies Record<'dark' | 'light', Palette>;

/** Full-strength colours, nothing dim, no tint. */
const highContrast: Readonly<Record<'dark' | 'light', Palette>> = {
  dark: {
    shades: {
      plain: own,
      muted: ['204;204;204', 252, '37'],
      up: ['0;255;128', 48, '1;92'],
      down: ['255;160;160', 217, '1;91'],
      accent: ['140;210;255', 117, '1;96'],
      warn: ['255;255;0', 226, '1;93'],
      danger: ['255;170;160', 216, '1;91'],
      paper: ['0;255;255', 51, '1;96'],
      live: ['255;190;60', 215, '1;93'],
      replay: ['230;190;255', 183, '1;95'],
      title: ['255;255;255', 231, '1;97'],
    },
    tint: null,
  },
  light: {
    shades: {
      plain: own,
      muted: ['64;64;64', 238, '30'],
      up: ['0;80;30', 22, '1;32'],
      down: ['140;0;20', 88, '1;31'],
      accent: ['0;40;140', 18, '1;34'],
      warn: ['90;58;0', 52, '1;30'],
      danger: ['150;0;0', 88, '1;31'],
      paper: ['0;66;80', 17, '1;34'],
      live: ['130;44;0', 88, '1;31'],
      replay: ['84;20;140', 54, '1;35'],
      title: ['0;0;0', 16, '1;30'],
    },
    tint: null,
  },
};

/** High-contrast and colour-blind themes have a palette for each terminal background. */
export function paletteOf(name: Exclude<ThemeName, 'none'>, background: 'dark' | 'light'): Palette {
  if (name === 'high-contrast') return highContrast[background];
  if (name === 'colour-blind') return colourBlind[background];
  return name === 'light' ? light : dark;
}
