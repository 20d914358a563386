import type { DeskView } from '../desk/desk.ts';
import { panes, type RowOf, type TablePaneId } from './panes.ts';
import type { TablePane, VisibleRows } from './table-pane.ts';
import { allRowsOf, rowsOnScreen, selectedRowOf } from './visible-rows.ts';

// `panes` has the row type of each id; for a generic id the compiler cannot derive it.
const paneOf = <Id extends TablePaneId>(id: Id) => panes[id] as unknown as TablePane<RowOf<Id>>;

/** The rows of a pane as they are on screen. */
export const visibleRows = <Id extends TablePaneId>(desk: DeskView, id: Id): VisibleRows<RowOf<Id>> =>
  rowsOnScreen(desk, paneOf(id));

/** All rows that pass the filter, sorted as on screen. */
export const allRows = <Id extends TablePaneId>(desk: DeskView, id: Id): readonly RowOf<Id>[] =>
  allRowsOf(desk, paneOf(id));

/** The selected row of a pane, or null. */
export const selectedRow = <Id extends TablePaneId>(desk: DeskView, id: Id): RowOf<Id> | null =>
  selectedRowOf(desk, paneOf(id));
