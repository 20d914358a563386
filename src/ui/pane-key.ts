import { keyLabel } from '../keys/keymap.ts';
import type { Desk } from './desk.ts';
import type { PaneId } from './layout.ts';

/** The key that focuses a pane, as it stands before its title; undefined for a pane without one. */
export function paneKey(desk: Desk, pane: PaneId): string | undefined {
  const [key] = desk.keymap.keysOf(`focus.${pane}`);
  return key === undefined ? undefined : keyLabel(key);
}
