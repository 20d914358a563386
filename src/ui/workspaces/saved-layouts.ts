import type { DeskUiState } from '../desk/desk-ui.ts';
import type { LayoutChange } from './arrange.ts';
import { panesIn, workspaces } from './workspaces.ts';

/** Saved screen state. */
interface SavedLayouts {
  readonly workspace?: string | undefined;
  readonly focus?: string | undefined;
  readonly layouts: Readonly<Record<string, { readonly panes: readonly string[]; readonly shares: readonly number[] }>>;
}

export const layoutsToSave = ({ workspace, focus, layouts }: DeskUiState): SavedLayouts => ({
  workspace,
  focus,
  layouts,
});

/** Restores the saved state for workspaces and panes that still exist. Layouts that no longer fit are ignored when applied. */
export function startLayouts({ workspace, focus, layouts }: SavedLayouts): Partial<DeskUiState> {
  const found = workspaces.find(({ id }) => id === workspace);
  const panes = found ? panesIn(found.id) : [];
  const pane = panes.find((id) => id === focus) ?? panes[0];
  return {
    layouts: layouts as Readonly<Record<string, LayoutChange>>,
    ...(found && pane && { workspace: found.id, focus: pane, recent: [pane] }),
  };
}
