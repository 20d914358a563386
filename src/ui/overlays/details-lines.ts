import { rawAnswer } from '../../stores/raw-answer.ts';
import type { DeskView } from '../desk/desk.ts';
import { selectedRow } from '../panes/pane-rows.ts';
import { isTablePane, tablePane } from '../panes/panes.ts';
import { type Line, muted } from '../text/span.ts';
import type { Size } from '../workspaces/layout.ts';
import type { OverlayOf } from './open-overlay.ts';
import { detailsBody, overlayLines } from './overlays.ts';
import { rawLines } from './raw-lines.ts';

/** Details of the selected row, or the raw response behind it. */
export function detailsLines(desk: DeskView, view: OverlayOf<'details'>, { columns, rows }: Size): Line[] {
  if (!isTablePane(view.pane)) return [];
  const row = selectedRow(desk, view.pane);
  const { title, details } = tablePane(view.pane);
  const width = Math.min(columns - 8, 90);
  const words = () => (view.isRaw ? rawLines(rawAnswer(row), width) : detailsBody(details(row, desk), width));
  return overlayLines({
    title: `${title}: ${view.isRaw ? 'raw response' : 'details'}`,
    body: row === null ? [[muted('This row no longer exists.')]] : words(),
    scroll: view.scroll,
    keymap: desk.keymap,
    columns,
    rows,
  });
}
