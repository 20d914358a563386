import type { Desk } from '../desk/desk.ts';
import { closeOverlay } from '../overlays/open-overlay.ts';
import type { PaneId } from '../panes/pane-ids.ts';
import { borderMoved, changeOf, swapped } from '../workspaces/arrange.ts';
import { type LayoutNode, panesOf, sizeClass } from '../workspaces/layout.ts';
import { arranged, layoutKey } from '../workspaces/layout-now.ts';
import { commandTable } from './command-table.ts';
import { moveFocus } from './workspace-commands.ts';

/** Commands of the arrange mode, which resizes and swaps panes. */
export const arrangeCommands = commandTable({
  'arrange.left': {
    title: 'border left',
    description: 'Move a border of the pane left',
    scope: 'arrange',
    hint: 1,
    keys: ['Left', 'h'],
    run: (desk) => arrange(desk, (layout, pane) => borderMoved(layout, pane, 'left')),
  },
  'arrange.right': {
    title: 'right',
    description: 'Move a border of the pane right',
    scope: 'arrange',
    hint: 2,
    keys: ['Right', 'l'],
    run: (desk) => arrange(desk, (layout, pane) => borderMoved(layout, pane, 'right')),
  },
  'arrange.up': {
    title: 'up',
    description: 'Move a border of the pane up',
    scope: 'arrange',
    hint: 3,
    keys: ['Up', 'k'],
    run: (desk) => arrange(desk, (layout, pane) => borderMoved(layout, pane, 'up')),
  },
  'arrange.down': {
    title: 'down',
    description: 'Move a border of the pane down',
    scope: 'arrange',
    hint: 4,
    keys: ['Down', 'j'],
    run: (desk) => arrange(desk, (layout, pane) => borderMoved(layout, pane, 'down')),
  },
  'arrange.swapNext': {
    title: 'swap',
    description: 'Swap the pane with the next one',
    scope: 'arrange',
    hint: 5,
    keys: ['>', 's'],
    run: (desk) => arrange(desk, (layout, pane) => swapped(layout, pane, neighbour(layout, pane, 1))),
  },
  'arrange.swapPrevious': {
    title: 'swap back',
    description: 'Swap the pane with the previous one',
    scope: 'arrange',
    keys: ['<'],
    run: (desk) => arrange(desk, (layout, pane) => swapped(layout, pane, neighbour(layout, pane, -1))),
  },
  'arrange.next': {
    title: 'next pane',
    description: 'Focus the next pane',
    scope: 'arrange',
    hint: 6,
    keys: ['Tab'],
    run: (desk) => moveFocus(desk, 1),
  },
  'arrange.previous': {
    title: 'prev pane',
    description: 'Focus the previous pane',
    scope: 'arrange',
    keys: ['S-Tab'],
    run: (desk) => moveFocus(desk, -1),
  },
  'arrange.reset': {
    title: 'reset',
    description: 'Restore the default layout for this terminal size',
    scope: 'arrange',
    hint: 7,
    keys: ['r'],
    run: resetLayout,
  },
  'arrange.close': {
    title: 'done',
    description: 'Keep the layout and close',
    scope: 'arrange',
    hint: 8,
    keys: ['Esc', 'q', 'Enter', 'W', 'C-c'],
    run: closeOverlay,
  },
});

/** Layouts are kept per workspace and terminal size. */
function arrange(desk: Desk, change: (layout: LayoutNode, pane: PaneId) => LayoutNode): void {
  const { workspace, focus, layouts, size } = desk.ui.getState();
  const layout = arranged(layouts, workspace, sizeClass(size));
  const name = layoutKey(workspace, sizeClass(size));
  desk.ui.setState({ layouts: { ...layouts, [name]: changeOf(change(layout, focus)) } });
}

function resetLayout(desk: Desk): void {
  const { workspace, size } = desk.ui.getState();
  const name = layoutKey(workspace, sizeClass(size));
  desk.ui.setState(({ layouts: { [name]: _changed, ...others } }) => ({ layouts: others }));
}

function neighbour(layout: LayoutNode, pane: PaneId, step: 1 | -1): PaneId {
  const panes = panesOf(layout);
  return panes[(panes.indexOf(pane) + step + panes.length) % panes.length] ?? pane;
}
