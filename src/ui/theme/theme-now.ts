import type { DeskView } from '../desk/desk.ts';
import { type Theme, withTheme } from './theme.ts';
import { type ThemeName, themeNames } from './themes.ts';

const made = new WeakMap<Theme, Map<ThemeName, Theme>>();

/** The current theme: the configured one, unless switched by a key. */
export function themeNow({ theme, ui }: Pick<DeskView, 'theme' | 'ui'>): Theme {
  const { themeName } = ui.getState();
  if (themeName === null || themeName === theme.name) return theme;
  const byName = made.get(theme) ?? new Map<ThemeName, Theme>();
  made.set(theme, byName);
  const other = byName.get(themeName) ?? withTheme(theme, themeName);
  byName.set(themeName, other);
  return other;
}

/** The next theme, wrapping around. */
export const nextThemeName = (desk: Pick<DeskView, 'theme' | 'ui'>): ThemeName =>
  themeNames[(themeNames.indexOf(themeNow(desk).name) + 1) % themeNames.length] ?? 'dark';
