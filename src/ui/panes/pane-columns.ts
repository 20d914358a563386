import { type ColumnChoice, chosenColumns } from '../components/column-choice.ts';
import type { Column } from '../components/table.ts';
import type { DeskView } from '../desk/desk.ts';
import type { PaneId } from './pane-ids.ts';

/** The columns that the user has chosen, in their order. */
export function shownColumns<Row>(
  desk: DeskView,
  pane: PaneId,
  columns: readonly Column<Row>[],
): readonly Column<Row>[] {
  return chosenColumns(columns, columnChoice(desk, pane));
}

export const columnChoice = (desk: DeskView, pane: PaneId): ColumnChoice | undefined =>
  desk.ui.getState().columns[pane];
