import type { Command, Desk } from '../desk/desk.ts';
import type { DeskUiState } from '../desk/desk-ui.ts';
import { putBack } from '../desk/moving-order.ts';
import { stopExport } from '../export/run-export.ts';
import type { PaneInfo } from '../panes/pane.ts';
import { type PaneId, paneIds } from '../panes/pane-ids.ts';
import { panes } from '../panes/panes.ts';
import type { WorkspaceId } from '../workspaces/layout.ts';
import { panesIn, workspaces } from '../workspaces/workspaces.ts';
import { commandTable } from './command-table.ts';
import { removeCrosshair } from './panes/chart-commands.ts';

/** Zoom, back, arrange and the order of focus. */
const placeCommands = commandTable({
  'pane.zoom': {
    title: 'zoom',
    description: 'Zoom the focused pane to the whole screen, or back',
    scope: 'desk',
    hint: 22,
    keys: ['z'],
    run: (desk) => desk.ui.setState(({ zoomed, focus }) => ({ zoomed: zoomed ? null : focus })),
  },
  'desk.back': {
    title: 'back',
    description: 'Stop an export, put back a moved order, hide the crosshair or leave the zoom; else nothing',
    scope: 'desk',
    hint: 24,
    keys: ['Esc'],
    titleNow: ({ ui }) => (ui.getState().moving ? 'put back' : 'back'),
    isUrgent: ({ ui }) => ui.getState().moving !== null,
    run: leaveView,
  },
  'workspace.back': {
    title: 'previous',
    description: 'Go back to the previous workspace, with its focus and zoom',
    scope: 'desk',
    keys: ['Backspace'],
    run: goBack,
  },
  'layout.arrange': {
    title: 'arrange',
    description: 'Resize and swap the panes of this workspace; saved per terminal size',
    scope: 'desk',
    keys: ['W'],
    run: (desk) => desk.ui.setState({ zoomed: null, overlay: { kind: 'arrange' } }),
  },
  'focus.next': {
    title: 'next pane',
    description: 'Focus the next pane',
    scope: 'desk',
    keys: ['Tab'],
    run: (desk) => moveFocus(desk, 1),
  },
  'focus.previous': {
    title: 'prev pane',
    description: 'Focus the previous pane',
    scope: 'desk',
    keys: ['S-Tab'],
    run: (desk) => moveFocus(desk, -1),
  },
});

type FocusId = `focus.${PaneId}`;
type GoToId = `workspace.${WorkspaceId}`;

// Object.fromEntries widens the ids to string: they come from the lists of panes and workspaces.
const focusCommands = Object.fromEntries(
  paneIds.map((pane): [string, Omit<Command, 'id'>] => {
    const { focus, onFocus }: PaneInfo = panes[pane];
    const run = (desk: Desk): void => {
      focusPane(desk, pane);
      onFocus?.(desk);
    };
    return [`focus.${pane}`, { ...focus, scope: 'desk', run }];
  }),
) as Readonly<Record<FocusId, Omit<Command, 'id'>>>;

const goToCommands = Object.fromEntries(
  workspaces.map(({ id, title, about, keys }): [string, Omit<Command, 'id'>] => {
    const run = (desk: Desk): void => goTo(desk, id);
    return [
      `workspace.${id}`,
      { title: title.toLowerCase(), description: `${title}: ${about}`, scope: 'desk', keys, run },
    ];
  }),
) as Readonly<Record<GoToId, Omit<Command, 'id'>>>;

/** Commands that move between panes and workspaces. */
export const workspaceCommands = commandTable({ ...placeCommands, ...goToCommands, ...focusCommands });

/** Focuses a pane in the current workspace if it has the pane, else in the pane's home workspace. */
export function focusPane(desk: Desk, pane: PaneId): void {
  const { workspace } = desk.ui.getState();
  desk.ui.setState((state) => entered(state, panesIn(workspace).includes(pane) ? workspace : panes[pane].home, pane));
}

/** Restores the pane that was focused last in the workspace. */
function goTo(desk: Desk, workspace: WorkspaceId): void {
  desk.ui.setState((state) => {
    const there = panesIn(workspace);
    const pane = workspace === state.workspace ? state.focus : state.recent.find((used) => there.includes(used));
    return entered(state, workspace, pane ?? there[0] ?? state.focus);
  });
}

/** Focuses a pane in a workspace. A zoom moves to the focused pane, but ends when the workspace changes. */
const entered = (state: DeskUiState, workspace: WorkspaceId, pane: PaneId): Partial<DeskUiState> => ({
  workspace,
  focus: pane,
  recent: [pane, ...state.recent.filter((used) => used !== pane)],
  zoomed: state.zoomed && workspace === state.workspace ? pane : null,
  back: workspace === state.workspace ? state.back : placeOf(state),
});

const placeOf = ({ workspace, focus, zoomed }: DeskUiState): DeskUiState['back'] => ({ workspace, focus, zoomed });

/** At rest it changes nothing: whoever presses Esc twice must find the next key where they left it. */
function leaveView(desk: Desk): void {
  if (stopExport(desk) || putBack(desk)) return;
  const { focus } = desk.ui.getState();
  if (focus === 'chart' && removeCrosshair(desk)) return;
  desk.ui.setState({ zoomed: null });
}

function goBack(desk: Desk): void {
  const { back } = desk.ui.getState();
  if (!back) return;
  desk.ui.setState((state) => ({ ...entered(state, back.workspace, back.focus), zoomed: back.zoomed, back: null }));
}

export function moveFocus(desk: Desk, step: 1 | -1): void {
  const { workspace, focus } = desk.ui.getState();
  const there = panesIn(workspace);
  focusPane(desk, there[(there.indexOf(focus) + step + there.length) % there.length] ?? focus);
}
