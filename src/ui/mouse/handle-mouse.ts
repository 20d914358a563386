import { pointLadder } from '../commands/panes/ladder-commands.ts';
import { pressKeyOf, runCommand, whyDisabled } from '../commands/run-command.ts';
import { scrollPane, selectRow } from '../commands/selection-commands.ts';
import { focusPane } from '../commands/workspace-commands.ts';
import type { Desk } from '../desk/desk.ts';
import { setSize } from '../desk/set-size.ts';
import { closeOverlay, openOverlay } from '../overlays/open-overlay.ts';
import { overlayNow } from '../overlays/overlay-kinds.ts';
import type { PaneId } from '../panes/pane-ids.ts';
import { visibleRows } from '../panes/pane-rows.ts';
import { isTablePane, tablePane } from '../panes/panes.ts';
import { isTooSmall, type Size } from '../workspaces/layout.ts';
import { hintAt, paneAt, rowAt, tabAt, workspaceAt } from './hit.ts';
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
 * Handles the mouse: it focuses, selects, scrolls, opens details and runs the commands hinted in the footer, which open forms.
 * It never sends: buttons, questions and confirmations ignore it.
 */
export function createMouse(desk: Desk): (event: MouseEvent, size: Size) => void {
  let last: Click | null = null;
  return (event, size) => {
    if (isTooSmall(size)) return;
    setSize(desk, size);
    const open = overlayNow(desk);
    const isOnDesk = open === null || open.kind.keepsPanesClickable;
    if (event.kind !== 'press') {
      const step = event.kind === 'wheelUp' ? -1 : 1;
      if (!isOnDesk) return wheelOverlay(desk, step, wheelRows);
      const pane = paneAt(desk, event, size);
      if (pane && !openOverlay(desk, 'arrange')) scrollPane(desk, pane.id, step * wheelRows);
    } else if (isOnDesk) last = clickDesk(desk, event, size, last);
    else clickOverlay(desk, event, size);
  };
}

/** Returns the click if a second one would open its row. */
function clickDesk(desk: Desk, at: MouseEvent, size: Size, last: Click | null): Click | null {
  const isArranging = openOverlay(desk, 'arrange') !== null;
  const hint = desk.ui.getState().overlay === null ? hintAt(desk, at, size) : null;
  if (hint !== null) {
    // With one-click such a command sends at once, which takes its key.
    if (!desk.keymap.command(hint)?.mayConfirm) pressKeyOf(desk, hint);
    return null;
  }
  if (!isArranging) {
    const workspace = workspaceAt(desk, at, size);
    // The text of an open filter stays.
    closeOverlay(desk);
    if (workspace) runCommand(desk, `workspace.${workspace}`);
  }
  const pane = paneAt(desk, at, size);
  if (!pane) return null;
  // Find the row before the pane comes to the front: the click was on what was visible then.
  const row = isArranging ? null : rowAt(desk, pane, at);
  const tab = isArranging ? null : tabAt(desk, pane, at);
  focusPane(desk, tab ?? pane.id);
  if (row !== null && pane.id === 'ladder') pointLadder(desk, row);
  if (row === null || !isTablePane(pane.id)) return null;
  const { keyOf } = tablePane(pane.id);
  const index = visibleRows(desk, pane.id).rows.findIndex((each) => keyOf(each) === row);
  if (index < 0) return null;
  selectRow(desk, pane.id, index);
  const atMs = desk.monotonic();
  const isSecond = last?.pane === pane.id && last.row === row && atMs - last.atMs <= doubleClickMs;
  if (!isSecond) return { pane: pane.id, row, atMs };
  if (whyDisabled(desk, 'pane.details') === null) runCommand(desk, 'pane.details');
  return null;
}
