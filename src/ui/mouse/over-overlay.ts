import type { Desk } from '../desk/desk.ts';
import { overlayNow } from '../overlays/overlay-kinds.ts';
import { overlayArea } from '../overlays/overlay-now.ts';
import type { Size } from '../workspaces/layout.ts';
import { areaTarget } from './hit.ts';
import type { MouseEvent } from './use-mouse.ts';

/** A click selects a line of a list, or a field of a form being filled in. Anything that can send ignores it. */
export function clickOverlay(desk: Desk, at: MouseEvent, size: Size): void {
  const open = overlayNow(desk);
  const target = areaTarget(overlayArea(desk, size), at);
  if (target !== null) open?.kind.click?.(desk, open.view, target);
}

/** The wheel scrolls a text, and moves the selection of a list. */
export function wheelOverlay(desk: Desk, step: 1 | -1, rows: number): void {
  const open = overlayNow(desk);
  open?.kind.wheel?.(desk, open.view, step, rows);
}
