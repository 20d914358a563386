import type { Desk } from '../desk.ts';
import { whyDisabled } from '../keyboard/desk-keys.ts';
import { overlayArea } from '../overlays/overlay-now.ts';
import { rowsNow } from '../palette/palette-keys.ts';
import { shownMessages } from '../panes/streams/shown-messages.ts';
import { runCommand } from '../run/run-command.ts';
import type { Size } from '../workspaces/layout.ts';
import { areaTarget } from './hit.ts';
import type { MouseEvent } from './use-mouse.ts';

/** A click selects a line of a list, or a field of a form that is being filled in. What can send does not hear it. */
export function clickOverlay(desk: Desk, at: MouseEvent, size: Size): void {
  const { overlay } = desk.ui.getState();
  const target = areaTarget(overlayArea(desk, size), at);
  if (target === null) return;
  if (overlay?.kind === 'form') overlay.form.pointAt(target);
  else if (overlay?.kind === 'find') overlay.find.select(Number(target));
  else if (overlay?.kind === 'palette' || overlay?.kind === 'pick')
    desk.ui.setState({ overlay: { ...overlay, selected: Number(target) } });
  else if (overlay?.kind === 'columns') desk.ui.setState({ overlay: { ...overlay, selected: target } });
  else if (overlay?.kind === 'messages') {
    const isNewest = String(shownMessages(desk, overlay)[0]?.seq) === target;
    desk.ui.setState({ overlay: { ...overlay, selectedSeq: isNewest ? null : Number(target) } });
  }
}

/** The wheel scrolls a text, and moves the selection of a list. */
export function wheelOverlay(desk: Desk, step: 1 | -1, rows: number, size: Size): void {
  const { overlay } = desk.ui.getState();
  const way = step < 0 ? 'up' : 'down';
  switch (overlay?.kind) {
    case 'help':
    case 'details':
    case 'token':
      return runCommand(desk, `overlay.${way}`);
    case 'messages':
    case 'columns':
    case 'pick':
      for (let row = 0; row < rows; row++) runCommand(desk, `${overlay.kind}.${way}`);
      return;
    case 'find':
      return overlay.find.select(overlay.find.view.selected + step * rows);
    case 'palette': {
      const last = rowsNow(desk, overlay, whyDisabled(desk, size)).length - 1;
      const selected = Math.max(0, Math.min(last, overlay.selected + step * rows));
      return desk.ui.setState({ overlay: { ...overlay, selected } });
    }
  }
}
