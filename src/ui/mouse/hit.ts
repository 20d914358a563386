import { displayWidth } from '../../domain/text/text-width.ts';
import { footerNow } from '../bars/footer-now.ts';
import { headerLine } from '../bars/header.ts';
import type { Desk } from '../desk/desk.ts';
import { type Area, tourArea } from '../overlays/overlay-now.ts';
import type { PaneId } from '../panes/pane-ids.ts';
import { paneLines } from '../panes/pane-lines.ts';
import { withTabMarks } from '../panes/tab-marks.ts';
import { type Line, lineWidth, targetOf } from '../text/span.ts';
import type { Rect, Size, WorkspaceId } from '../workspaces/layout.ts';
import { placedNow } from '../workspaces/layout-now.ts';
import { workspaces } from '../workspaces/workspaces.ts';

interface Cell {
  readonly x: number;
  readonly y: number;
}

const isInside = ({ x, y }: Cell, rect: Rect): boolean =>
  x >= rect.x && x < rect.x + rect.width && y >= rect.y && y < rect.y + rect.height;

interface PaneThere {
  readonly id: PaneId;
  readonly rect: Rect;
  /** The panes behind it, named on its border. */
  readonly tabs: readonly PaneId[];
}

/** The pane visible at a cell; null if there is none. */
export function paneAt(desk: Desk, cell: Cell, size: Size): PaneThere | null {
  const tour = tourArea(desk, size);
  if (tour && isInside(cell, rectOf(tour))) return null;
  for (const [id, { rect, tabs }] of Object.entries(placedNow(desk, size)))
    if (isInside(cell, rect)) return { id: id as PaneId, rect, tabs };
  return null;
}

/** Key of the row at a cell of a pane. The pane is drawn again, so that the row is the one on screen. */
export const rowAt = (desk: Desk, { id, rect }: PaneThere, cell: Cell) =>
  targetOf(paneLines(desk, id, rect)[cell.y - rect.y] ?? []);

/** The pane behind another one whose name is at a cell of its border. */
export function tabAt(desk: Desk, { id, rect, tabs }: PaneThere, { x, y }: Cell): PaneId | null {
  if (y !== rect.y) return null;
  const [top = []] = withTabMarks(paneLines(desk, id, rect), id, tabs);
  const target = targetAtCell(top, x - rect.x);
  return tabs.find((tab) => tab === target) ?? null;
}

/** The command whose hint is at a cell of the footer. */
export function hintAt(desk: Desk, { x, y }: Cell, { columns, rows }: Size): string | null {
  return y === rows - 1 ? targetAtCell(footerNow(desk, columns), x) : null;
}

/** The workspace whose name is at a cell of the header. */
export function workspaceAt(desk: Desk, { x, y }: Cell, { columns }: Size): WorkspaceId | null {
  const target = y === 0 ? targetAtCell(headerLine(desk, columns), x) : null;
  return workspaces.find(({ id }) => id === target)?.id ?? null;
}

/** Target of the line at a cell of an area; null outside it. */
export const areaTarget = (area: Area | null, cell: Cell): string | null =>
  area && isInside(cell, rectOf(area)) ? targetOf(area.lines[cell.y - area.y] ?? []) : null;

const rectOf = ({ x, y, lines }: Area): Rect => ({ x, y, width: lineWidth(lines[0] ?? []), height: lines.length });

function targetAtCell(line: Line, x: number): string | null {
  let end = 0;
  for (const { text, target } of line) {
    end += displayWidth(text);
    if (x < end) return target ?? null;
  }
  return null;
}
