import type { DeskView } from '../desk/desk.ts';
import { keyLabel } from '../keys/keymap.ts';
import type { PaneId } from '../panes/pane-ids.ts';

/** The key that focuses a pane, shown before its title; undefined unless it is a single character. */
export function paneKey(desk: DeskView, pane: PaneId): string | undefined {
  const [key = ''] = desk.keymap.keysOf(`focus.${pane}`);
  return key.length === 1 ? keyLabel(key) : undefined;
}
