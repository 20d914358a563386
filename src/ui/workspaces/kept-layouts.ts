import type { DeskUiState } from '../desk-ui.ts';
import type { LayoutChange } from './arrange.ts';
import { panesIn, workspaces } from './workspaces.ts';

/** How the screen was left, as it is written down. */
interface Kept {
  readonly workspace?: string | undefined;
  readonly focus?: string | undefined;
  readonly layouts: Readonly<Record<string, { readonly panes: readonly string[]; readonly shares: readonly number[] }>>;
}

export const layoutsToKeep = ({ workspace, focus, layouts }: DeskUiState): Kept => ({ workspace, focus, layouts });

/**
 * What was kept, for workspaces and panes that this version has. A layout that does not fit its workspace any more stays
 * what it is and is passed over where it would be applied.
 */
export function startLayouts({ workspace, focus, layouts }: Kept): Partial<DeskUiState> {
  const found = workspaces.find(({ id }) => id === workspace);
  const panes = found ? panesIn(found.id) : [];
  const pane = panes.find((id) => id === focus) ?? panes[0];
  return {
    layouts: layouts as Readonly<Record<string, LayoutChange>>,
    ...(found && pane && { workspace: found.id, focus: pane, recent: [pane] }),
  };
}
