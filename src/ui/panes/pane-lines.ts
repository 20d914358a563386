import type { DeskView } from '../desk/desk.ts';
import type { Line } from '../text/span.ts';
import type { Rect } from '../workspaces/layout.ts';
import type { PaneId } from './pane-ids.ts';
import { isTablePane, panes, tablePane } from './panes.ts';
import { tablePaneLines } from './table-pane-lines.ts';
import { rowsOnScreen } from './visible-rows.ts';

/** Draws a pane: `rect.height` lines of `rect.width` cells. `isCovered`: an overlay such as a form covers it. */
export function paneLines(desk: DeskView, id: PaneId, rect: Rect, isCovered = false): Line[] {
  if (!isTablePane(id)) return panes[id].lines(desk, rect);
  const pane = tablePane(id);
  const visible = rowsOnScreen(desk, pane);
  return pane.lines?.(desk, rect, visible, isCovered) ?? tablePaneLines(desk, pane, rect, visible, isCovered);
}
