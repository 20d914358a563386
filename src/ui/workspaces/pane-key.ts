import { keyLabel } from '../../keys/keymap.ts';
import type { Desk } from '../desk.ts';
import type { PaneId } from './layout.ts';

/** The key that focuses a pane, as it stands before its title; undefined where it has none, or a longer one than a character. */
export function paneKey(desk: Desk, pane: PaneId): string | undefined {
  const [key = ''] = desk.keymap.keysOf(`focus.${pane}`);
  return key.length === 1 ? keyLabel(key) : undefined;
}
