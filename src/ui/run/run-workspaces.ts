import type { Desk } from '../desk.ts';
import type { DeskUiState } from '../desk-ui.ts';
import { stopExport } from '../export/run-export.ts';
import { borderMoved, changeOf, type Direction, swapped } from '../workspaces/arrange.ts';
import { type LayoutNode, type PaneId, paneOrder, panesOf, type Size, sizeClass } from '../workspaces/layout.ts';
import { arranged, layoutKey } from '../workspaces/layout-now.ts';
import { homeOf, panesIn, type WorkspaceId, workspaces } from '../workspaces/workspaces.ts';
import { removeCrosshair } from './run-chart.ts';

type Run = (desk: Desk) => void;

/** Where one gets to by Esc, zoom, Tab, the keys of panes and those of workspaces. */
export const workspaceRuns: Readonly<Record<string, Run>> = {
  'focus.next': (desk) => moveFocus(desk, 1),
  'focus.previous': (desk) => moveFocus(desk, -1),
  'pane.zoom': (desk) => desk.ui.setState(({ zoomed, focus }) => ({ zoomed: zoomed ? null : focus })),
  'desk.back': goBack,
  'layout.arrange': (desk) => desk.ui.setState({ zoomed: null, overlay: { kind: 'arrange' } }),
  ...Object.fromEntries(paneOrder.map((pane): [string, Run] => [`focus.${pane}`, (desk) => focusPane(desk, pane)])),
  ...Object.fromEntries(workspaces.map(({ id }): [string, Run] => [`workspace.${id}`, (desk) => goTo(desk, id)])),
};

/** In the workspace on screen where it has the pane, else in the one where it is at home. */
export function focusPane(desk: Desk, pane: PaneId): void {
  const { workspace } = desk.ui.getState();
  desk.ui.setState((state) => entered(state, panesIn(workspace).includes(pane) ? workspace : homeOf(pane), pane));
}

/** A workspace is found as it was left. */
function goTo(desk: Desk, workspace: WorkspaceId): void {
  desk.ui.setState((state) => {
    const panes = panesIn(workspace);
    const pane = workspace === state.workspace ? state.focus : state.recent.find((used) => panes.includes(used));
    return entered(state, workspace, pane ?? panes[0] ?? state.focus);
  });
}

/** The focused pane is always on screen: where one is zoomed, the zoom goes along, but not into another workspace. */
const entered = (state: DeskUiState, workspace: WorkspaceId, pane: PaneId): Partial<DeskUiState> => ({
  workspace,
  focus: pane,
  recent: [pane, ...state.recent.filter((used) => used !== pane)],
  zoomed: state.zoomed && workspace === state.workspace ? pane : null,
  back: workspace === state.workspace ? state.back : placeOf(state),
});

const placeOf = ({ workspace, focus, zoomed }: DeskUiState): DeskUiState['back'] => ({ workspace, focus, zoomed });

/** Ends what the desk is at, takes away what was put over the workspace last, then leads back to the one before. */
function goBack(desk: Desk): void {
  if (stopExport(desk)) return;
  const { focus, zoomed, back } = desk.ui.getState();
  if (focus === 'chart' && removeCrosshair(desk)) return;
  if (zoomed) return desk.ui.setState({ zoomed: null });
  if (!back) return;
  desk.ui.setState((state) => ({ ...entered(state, back.workspace, back.focus), zoomed: back.zoomed, back: null }));
}

function moveFocus(desk: Desk, step: 1 | -1): void {
  const { workspace, focus } = desk.ui.getState();
  const panes = panesIn(workspace);
  focusPane(desk, panes[(panes.indexOf(focus) + step + panes.length) % panes.length] ?? focus);
}

const directions: Readonly<Record<string, Direction>> = {
  'arrange.left': 'left',
  'arrange.right': 'right',
  'arrange.up': 'up',
  'arrange.down': 'down',
};

/** A key while panes are being arranged; the layout belongs to the workspace and the size of the terminal. */
export function arrangeKey(desk: Desk, key: string, size: Size): void {
  const command = desk.keymap.find(key, ['arrange', 'always'])?.id ?? '';
  const { workspace, focus, layouts } = desk.ui.getState();
  const name = layoutKey(workspace, sizeClass(size));
  const layout = arranged(layouts, workspace, sizeClass(size));
  const direction = directions[command];
  const keep = (next: LayoutNode): void => desk.ui.setState({ layouts: { ...layouts, [name]: changeOf(next) } });
  if (direction) keep(borderMoved(layout, focus, direction));
  else if (command === 'arrange.swapNext') keep(swapped(layout, focus, neighbour(layout, focus, 1)));
  else if (command === 'arrange.swapPrevious') keep(swapped(layout, focus, neighbour(layout, focus, -1)));
  else if (command === 'arrange.next') moveFocus(desk, 1);
  else if (command === 'arrange.previous') moveFocus(desk, -1);
  else if (command === 'arrange.reset') {
    const { [name]: _changed, ...others } = layouts;
    desk.ui.setState({ layouts: others });
  } else if (command === 'arrange.close') desk.ui.setState({ overlay: null });
}

function neighbour(layout: LayoutNode, pane: PaneId, step: 1 | -1): PaneId {
  const panes = panesOf(layout);
  return panes[(panes.indexOf(pane) + step + panes.length) % panes.length] ?? pane;
}
