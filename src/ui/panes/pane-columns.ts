import { type ColumnChoice, chosenColumns } from '../components/column-choice.ts';
import type { Column } from '../components/table.ts';
import type { Desk } from '../desk.ts';
import type { PaneId } from '../workspaces/layout.ts';
import { isTablePane, tablePanes } from './pane-list.ts';
import { tapeColumns } from './tape/tape-pane.ts';

/** All columns that a pane can show, as they come; null where a pane's tables are not for choosing from. */
export function paneColumns(desk: Desk, pane: PaneId): readonly Pick<Column<never>, 'id' | 'title'>[] | null {
  // Its two tables share their first column's width, and the catalog follows the upper one.
  if (pane === 'streams') return null;
  if (pane === 'tape') return tapeColumns(desk);
  return isTablePane(pane) ? tablePanes[pane].columns : null;
}

/** The columns that the person sees, in their order. */
export function shownColumns<Row>(desk: Desk, pane: PaneId, columns: readonly Column<Row>[]): readonly Column<Row>[] {
  return chosenColumns(columns, columnChoice(desk, pane));
}

export const columnChoice = (desk: Desk, pane: PaneId): ColumnChoice | undefined => desk.ui.getState().columns[pane];
