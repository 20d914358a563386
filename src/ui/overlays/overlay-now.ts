import type { Desk } from '../desk/desk.ts';
import { type Line, lineWidth } from '../text/span.ts';
import { tourLines } from '../tour/tour-lines.ts';
import type { Size } from '../workspaces/layout.ts';
import { overlayNow } from './overlay-kinds.ts';

/** Lines and their position on the screen. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly lines: readonly Line[];
}

/** The overlay box in the middle of the screen; null if there is none. */
export function overlayArea(desk: Desk, size: Size): Area | null {
  const open = overlayNow(desk);
  const lines = open?.kind.lines?.(desk, open.view, size) ?? [];
  if (lines.length === 0) return null;
  const x = Math.floor((size.columns - lineWidth(lines[0] ?? [])) / 2);
  return { x, y: Math.max(1, Math.floor((size.rows - lines.length) / 2)), lines };
}

/** The tour at the bottom of the screen, unless something else is there. */
export function tourArea(desk: Desk, size: Size): Area | null {
  const { tour, overlay } = desk.ui.getState();
  if (!tour || overlay?.kind === 'command') return null;
  const lines = tourLines(tour, desk.keymap, size.columns, overlay !== null);
  const over = overlayArea(desk, size);
  const y = size.rows - 1 - lines.length;
  return over && over.y + over.lines.length > y ? null : { x: 0, y, lines };
}
