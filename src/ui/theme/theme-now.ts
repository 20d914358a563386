import type { Desk } from '../desk.ts';
import { type Theme, withTheme } from './theme.ts';
import { type ThemeName, themeNames } from './themes.ts';

const made = new WeakMap<Theme, Map<ThemeName, Theme>>();

/** The theme to draw in: the one of the configuration, or the one that a key has put in its place. */
export function themeNow({ theme, ui }: Pick<Desk, 'theme' | 'ui'>): Theme {
  const { themeName } = ui.getState();
  if (themeName === null || themeName === theme.name) return theme;
  const byName = made.get(theme) ?? new Map<ThemeName, Theme>();
  made.set(theme, byName);
  const other = byName.get(themeName) ?? withTheme(theme, themeName);
  byName.set(themeName, other);
  return other;
}

/** The theme after the one in use, round to the first. */
export const nextThemeName = (desk: Pick<Desk, 'theme' | 'ui'>): ThemeName =>
  themeNames[(themeNames.indexOf(themeNow(desk).name) + 1) % themeNames.length] ?? 'dark';
