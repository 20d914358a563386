import { smallest } from '../../src/ui/workspaces/layout.ts';
import type { Screen } from '../driver/screen.ts';

export interface Asked {
  /** To be typed before Enter sends; null: one key sends. */
  readonly word: string | null;
  readonly isBulk: boolean;
  /** Nothing is asked, but a form would send at once. */
  readonly isArmedAlone: boolean;
}

/** What the screen asks before something is sent; null when no key can send anything. */
export function askedBy(screen: Screen): Asked | null {
  const text = screen.text();
  const [, word = null] = /Type ([A-Z][A-Z-]*)\s+and press/.exec(text) ?? [];
  const isBulk = word !== null && /━ (Flatten|Cancel all orders) ━/.test(text);
  const isAsked = word !== null || text.includes('Send (y)');
  return isAsked || text.includes('1-CLICK') ? { word, isBulk, isArmedAlone: !isAsked } : null;
}

export const isTooSmall = ({ columns, rows }: Screen): boolean => columns < smallest.columns || rows < smallest.rows;

/** Enter would run the command that leaves the desk. */
export const leadsOut = (screen: Screen): boolean => screen.shows(/▸ .*\bquit\b|^ :\s*quit/im);
