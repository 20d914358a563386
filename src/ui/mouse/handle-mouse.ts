import type { Desk } from '../desk.ts';
import { whyDisabled } from '../keyboard/desk-keys.ts';
import { isTablePane, tablePanes } from '../panes/pane-list.ts';
import { visibleRows } from '../panes/visible-rows.ts';
import { runCommand, scrollPane, selectRow } from '../run/run-command.ts';
import { focusPane } from '../run/run-workspaces.ts';
import { isTooSmall, type PaneId, type Size } from '../workspaces/layout.ts';
import { paneAt, rowAt, workspaceAt } from './hit.ts';
import { clickOverlay, wheelOverlay } from './over-overlay.ts';
import type { MouseEvent } from './use-mouse.ts';

const wheelRows = 3;
/** A second click on the same row this soon opens it, ms. */
const doubleClickMs = 400;

interface Click {
  readonly pane: PaneId;
  readonly row: string;
  readonly atMs: number;
}

/**
 * What the mouse does on the desk: it focuses, selects and scrolls, and opens details. It never sends: buttons,
 * questions and confirmations do not hear it.
 */
export function createMouse(desk: Desk): (event: MouseEvent, size: Size) => void {
  let last: Click | null = null;
  return (event, size) => {
    if (isTooSmall(size)) return;
    const { overlay } = desk.ui.getState();
    const isOnDesk = overlay === null || overlay.kind === 'filter' || overlay.kind === 'arrange';
    if (event.kind !== 'press') {
      const step = event.kind === 'wheelUp' ? -1 : 1;
      if (!isOnDesk) return wheelOverlay(desk, step, wheelRows, size);
      const pane = paneAt(desk, event, size);
      if (pane && overlay?.kind !== 'arrange') scrollPane(desk, pane.id, step * wheelRows);
    } else if (isOnDesk) last = clickDesk(desk, event, size, last);
    else clickOverlay(desk, event, size);
  };
}

/** Returns the click, where another one would open its row. */
function clickDesk(desk: Desk, at: MouseEvent, size: Size, last: Click | null): Click | null {
  const { overlay } = desk.ui.getState();
  if (overlay?.kind !== 'arrange') {
    const workspace = workspaceAt(desk, at, size);
    // What was typed into a filter stays.
    if (overlay) desk.ui.setState({ overlay: null });
    if (workspace) runCommand(desk, `workspace.${workspace}`);
  }
  const pane = paneAt(desk, at, size);
  if (!pane) return null;
  // Before the pane comes to the front: its row is the one that was seen.
  const row = overlay?.kind === 'arrange' ? null : rowAt(desk, pane, at);
  focusPane(desk, pane.id);
  if (row === null || !isTablePane(pane.id)) return null;
  const { keyOf } = tablePanes[pane.id];
  const index = visibleRows(desk, pane.id).rows.findIndex((each) => keyOf(each) === row);
  if (index < 0) return null;
  selectRow(desk, pane.id, index);
  const atMs = desk.monotonic();
  const isSecond = last?.pane === pane.id && last.row === row && atMs - last.atMs <= doubleClickMs;
  if (!isSecond) return { pane: pane.id, row, atMs };
  if (whyDisabled(desk, size)('pane.details') === null) runCommand(desk, 'pane.details');
  return null;
}
