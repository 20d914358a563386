import type { Desk } from '../desk.ts';
import type { PaneId, Rect } from '../layout.ts';
import type { Line } from '../text/span.ts';
import { activityLines } from './activity/activity-lines.ts';
import { streamsLines } from './streams/streams-lines.ts';
import { tablePaneLines } from './table-pane-lines.ts';
import { tapeLines } from './tape/tape-pane.ts';
import { visibleRows } from './visible-rows.ts';

/** A pane as it stands now, `rect.height` lines of `rect.width` cells. `isCovered`: a form or the help lies over it. */
export function paneLines(desk: Desk, id: PaneId, rect: Rect, isCovered = false): Line[] {
  if (id === 'tape') return tapeLines(desk, rect);
  if (id === 'streams') return streamsLines(desk, rect, visibleRows(desk, id), isCovered);
  if (id === 'activity') return activityLines(desk, rect, visibleRows(desk, id), isCovered);
  return tablePaneLines(desk, id, rect, isCovered);
}
