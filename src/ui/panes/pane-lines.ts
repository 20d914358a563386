import type { Desk } from '../desk.ts';
import type { Line } from '../text/span.ts';
import type { PaneId, Rect } from '../workspaces/layout.ts';
import { accountLines } from './account/account-lines.ts';
import { keyLines } from './account/key-lines.ts';
import { activityLines } from './activity/activity-lines.ts';
import { noticesLines } from './activity/notices-lines.ts';
import { bookLines } from './book/book-pane.ts';
import { chartLines } from './chart/chart-pane.ts';
import { portfolioLines } from './portfolio/portfolio-lines.ts';
import { contextLines } from './signals/context-lines.ts';
import { signalsLines } from './signals/signals-lines.ts';
import { streamsLines } from './streams/streams-lines.ts';
import { tablePaneLines } from './table-pane-lines.ts';
import { tapeLines } from './tape/tape-pane.ts';
import { visibleRows } from './visible-rows.ts';

/** A pane as it stands now, `rect.height` lines of `rect.width` cells. `isCovered`: a form or the help lies over it. */
export function paneLines(desk: Desk, id: PaneId, rect: Rect, isCovered = false): Line[] {
  if (id === 'tape') return tapeLines(desk, rect);
  if (id === 'chart') return chartLines(desk, rect);
  if (id === 'book') return bookLines(desk, rect);
  if (id === 'streams') return streamsLines(desk, rect, visibleRows(desk, id), isCovered);
  if (id === 'activity') return activityLines(desk, rect, visibleRows(desk, id), isCovered);
  if (id === 'key') return keyLines(desk, rect, visibleRows(desk, id), isCovered);
  if (id === 'notices') return noticesLines(desk, rect, visibleRows(desk, id), isCovered);
  if (id === 'context') return contextLines(desk, rect, visibleRows(desk, id), isCovered);
  if (id === 'account') return accountLines(desk, rect, visibleRows(desk, id), isCovered);
  if (id === 'portfolio') return portfolioLines(desk, rect);
  if (id === 'signals') return signalsLines(desk, rect, visibleRows(desk, id), isCovered);
  return tablePaneLines(desk, id, rect, isCovered);
}
