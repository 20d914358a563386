import type { Desk } from '../desk.ts';
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
} from './layout.ts';
import { type WorkspaceId, workspaceOf } from './workspaces.ts';

/** Name under which a change of a layout is kept. */
export const layoutKey = (workspace: WorkspaceId, size: SizeClass): string => `${workspace} ${size}`;

/** The layout of a workspace at a size, as the person has arranged it. */
export function arranged(
  layouts: Readonly<Record<string, LayoutChange>>,
  workspace: WorkspaceId,
  size: SizeClass,
): LayoutNode {
  return applied(workspaceOf(workspace).layouts[size], layouts[layoutKey(workspace, size)]);
}

/** Every pane that is seen now, with its place; none where the terminal is too small. */
export function placedNow(desk: Desk, size: Size): Placed {
  if (isTooSmall(size)) return {};
  const { workspace, recent, zoomed, layouts } = desk.ui.getState();
  if (zoomed) return place(zoomed, paneArea(size), recent);
  return place(arranged(layouts, workspace, sizeClass(size)), paneArea(size), recent);
}
