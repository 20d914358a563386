import type { Desk } from '../desk.ts';
import { aloneOnScreen, layoutDesk, type PaneId, type Rect } from '../layout.ts';
import { rowAt } from '../panes/table-pane-lines.ts';
import { runCommand } from '../run-command.ts';
import type { MouseEvent } from './mouse-event.ts';

const wheelSteps = 3;

/**
 * A click focuses a pane and selects a row; the wheel scrolls what it is over. It presses no button and opens nothing:
 * what can send something is for keys alone.
 */
export function handleMouse(desk: Desk, event: MouseEvent, size: { columns: number; rows: number }): void {
  const { overlay, focus, zoomed } = desk.ui.getState();
  const { panes, tooSmall } = layoutDesk(size.columns, size.rows, aloneOnScreen(focus, zoomed));
  if (tooSmall) return;
  const step = event.kind === 'wheelUp' ? 'up' : 'down';
  if (overlay) {
    const scope = scrolling[overlay.kind];
    if (scope && event.kind !== 'press') runCommand(desk, `${scope}.${step}`);
    return;
  }
  const hit = Object.entries(panes).find(([, rect]) => contains(rect, event));
  if (!hit) return;
  const [pane, rect] = hit as [PaneId, Rect];
  if (pane !== focus) runCommand(desk, `focus.${pane}`);
  if (event.kind === 'press') selectAt(desk, pane, rect, event.y);
  else for (let times = 0; times < wheelSteps; times++) runCommand(desk, `select.${step}`);
}

/** Scopes of the overlays that can be scrolled. */
const scrolling: Readonly<Record<string, string>> = {
  help: 'overlay',
  details: 'overlay',
  columns: 'columns',
  pick: 'pick',
};

const contains = ({ x, y, width, height }: Rect, at: MouseEvent): boolean =>
  at.x >= x && at.x < x + width && at.y >= y && at.y < y + height;

/** In the panes that are one table; the others select by keys. */
function selectAt(desk: Desk, pane: PaneId, rect: Rect, y: number): void {
  if (pane !== 'positions' && pane !== 'orders' && pane !== 'balances') return;
  const key = rowAt(desk, pane, rect, y - rect.y);
  if (key !== null) desk.ui.setState(({ selected }) => ({ selected: { ...selected, [pane]: key } }));
}
