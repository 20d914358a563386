import { rawAnswer } from '../../stores/raw-answer.ts';
import { bulkLines } from '../bulk/bulk-lines.ts';
import type { Desk } from '../desk.ts';
import { findLines } from '../find/find-lines.ts';
import { formLines } from '../forms/form-view.ts';
import { whyDisabled } from '../keyboard/desk-keys.ts';
import { rowsNow } from '../palette/palette-keys.ts';
import { paletteLines } from '../palette/palette-lines.ts';
import { isTablePane, tablePanes } from '../panes/pane-list.ts';
import { messagesLines } from '../panes/streams/messages-lines.ts';
import { selectedRow } from '../panes/visible-rows.ts';
import { presetLines } from '../presets/preset-lines.ts';
import { quickLines } from '../presets/quick-lines.ts';
import { type Line, lineWidth, muted } from '../text/span.ts';
import { tokenLines } from '../token/token-lines.ts';
import { tourLines } from '../tour/tour-lines.ts';
import type { Size } from '../workspaces/layout.ts';
import { detailsBody, helpBody, overlayLines } from './overlays.ts';
import { rawLines } from './raw-lines.ts';
import { columnsLines, pickLines } from './table-overlays.ts';

/** Lines with their place on the screen. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly lines: readonly Line[];
}

/** What lies in the middle of the screen over the panes; null for nothing. */
export function overlayArea(desk: Desk, size: Size): Area | null {
  const lines = overlayOf(desk, size);
  if (lines.length === 0) return null;
  const x = Math.floor((size.columns - lineWidth(lines[0] ?? [])) / 2);
  return { x, y: Math.max(1, Math.floor((size.rows - lines.length) / 2)), lines };
}

/** The tour at the foot of the desk, as long as nothing else lies there. */
export function tourArea(desk: Desk, size: Size): Area | null {
  const { tour, overlay } = desk.ui.getState();
  if (!tour || overlay?.kind === 'command') return null;
  const lines = tourLines(tour, desk.keymap, size.columns, overlay !== null);
  const over = overlayArea(desk, size);
  const y = size.rows - 1 - lines.length;
  return over && over.y + over.lines.length > y ? null : { x: 0, y, lines };
}

function overlayOf(desk: Desk, { columns, rows }: Size): readonly Line[] {
  const { overlay } = desk.ui.getState();
  if (overlay?.kind === 'help')
    return overlayLines({
      title: 'Keys',
      body: helpBody(desk.keymap, columns - 8),
      scroll: overlay.scroll,
      keymap: desk.keymap,
      columns,
      rows,
    });
  if (overlay?.kind === 'find') return findLines(desk, overlay.find, { columns, rows });
  if (overlay?.kind === 'palette')
    return paletteLines(overlay, rowsNow(desk, overlay, whyDisabled(desk, { columns, rows })), { columns, rows });
  if (overlay?.kind === 'columns') return columnsLines(desk, overlay, { columns, rows });
  if (overlay?.kind === 'pick') return pickLines(desk, overlay, { columns, rows });
  if (overlay?.kind === 'messages')
    return messagesLines(desk, overlay, { x: 0, y: 1, width: columns, height: rows - 2 });
  if (overlay?.kind === 'quick') return quickLines(desk, overlay, { columns, rows });
  if (overlay?.kind === 'token') {
    const body = tokenLines(desk, overlay.tokenId, Math.min(columns - 8, 90));
    return overlayLines({ keymap: desk.keymap, title: 'Token', body, scroll: overlay.scroll, columns, rows });
  }
  if (overlay?.kind === 'preset') return presetLines(desk, overlay, { columns, rows });
  if (overlay?.kind === 'bulk') return bulkLines(overlay.bulk, desk, { columns, rows });
  if (overlay?.kind === 'form') return formLines(overlay.form, { mode: desk.session.getState().mode, columns, rows });
  if (overlay?.kind !== 'details' || !isTablePane(overlay.pane)) return [];
  const row = selectedRow(desk, overlay.pane);
  const pane = tablePanes[overlay.pane];
  const width = Math.min(columns - 8, 90);
  const words = () => (overlay.isRaw ? rawLines(rawAnswer(row), width) : detailsBody(pane.details(row, desk), width));
  const body = row === null ? [[muted('This row is gone.')]] : words();
  return overlayLines({
    ...{ title: `${pane.title}: ${overlay.isRaw ? 'the answer as it came' : 'details'}`, body, scroll: overlay.scroll },
    ...{ keymap: desk.keymap, columns, rows },
  });
}
