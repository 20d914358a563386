import { painted } from '../../../ui/components/surface.tsx';
import type { Desk } from '../../../ui/desk/desk.ts';
import RowOutput from '../../../ui/ink/row-output.ts';
import type { PaneId } from '../../../ui/panes/pane-ids.ts';
import { paneLines } from '../../../ui/panes/pane-lines.ts';
import { withTabMarks } from '../../../ui/panes/tab-marks.ts';
import { type Line, muted, span } from '../../../ui/text/span.ts';
import { themeNow } from '../../../ui/theme/theme-now.ts';
import type { Size } from '../../../ui/workspaces/layout.ts';
import { placedNow } from '../../../ui/workspaces/layout-now.ts';
import type { FrameRows } from './first-frame-file.ts';

const title: Line = [span(' swapdeck ', 'title', { bold: true }), muted(' Starting …')];

/**
 * The panes of a desk that has read nothing yet. Mode, account, connection and keys are not in it: the next start may
 * open another service, and its keys work only once it is open.
 */
export function waitingFrame(desk: Desk, { columns, rows }: Size): FrameRows {
  const theme = themeNow(desk);
  const screen = new RowOutput({ width: columns, height: rows });
  const put = (x: number, y: number, lines: readonly Line[]) =>
    screen.write(x, y, painted(lines, theme), { transformers: [] });
  put(0, 0, [title]);
  for (const [id, { rect, tabs }] of Object.entries(placedNow(desk, { columns, rows })))
    put(rect.x, rect.y, withTabMarks(paneLines(desk, id as PaneId, rect), id as PaneId, tabs));
  return screen.get().output.split('\n');
}
