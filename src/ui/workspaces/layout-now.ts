import type { DeskView } from '../desk/desk.ts';
import { applied, type LayoutChange } from './arrange.ts';
import {
  isTooSmall,
  type LayoutNode,
  type Placed,
  paneArea,
  place,
  type Size,
  type SizeClass,
  sizeClass,
  type WorkspaceId,
} from './layout.ts';
import { layoutOf } from './workspaces.ts';

/** Key under which a layout change is saved. */
export const layoutKey = (workspace: WorkspaceId, size: SizeClass): string => `${workspace} ${size}`;

/** The layout of a workspace for a size, with the user's changes. */
export function arranged(
  layouts: Readonly<Record<string, LayoutChange>>,
  workspace: WorkspaceId,
  size: SizeClass,
): LayoutNode {
  return applied(layoutOf(workspace, size), layouts[layoutKey(workspace, size)]);
}

/** Visible panes with their rectangles; empty if the terminal is too small. */
export function placedNow(desk: DeskView, size: Size): Placed {
  if (isTooSmall(size)) return {};
  const { workspace, recent, zoomed, layouts } = desk.ui.getState();
  if (zoomed) return place(zoomed, paneArea(size), recent);
  return place(arranged(layouts, workspace, sizeClass(size)), paneArea(size), recent);
}
