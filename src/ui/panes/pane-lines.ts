import type { Desk } from '../desk.ts';
import type { PaneId, Rect } from '../layout.ts';
import type { Line } from '../text/span.ts';
import { tablePaneLines } from './table-pane-lines.ts';
import { tapeLines } from './tape/tape-pane.ts';

/** A pane as it stands now, `rect.height` lines of `rect.width` cells. `isCovered`: a form or the help lies over it. */
export const paneLines = (desk: Desk, id: PaneId, rect: Rect, isCovered = false): Line[] =>
  id === 'tape' ? tapeLines(desk, rect) : tablePaneLines(desk, id, rect, isCovered);
