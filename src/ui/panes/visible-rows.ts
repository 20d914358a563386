import type { DeskView } from '../desk/desk.ts';
import type { PaneId } from './pane-ids.ts';
import { arrange, StableRowOrder } from './row-order.ts';
import { selectedIndex } from './selection.ts';
import { matching, type TablePane, type VisibleRows } from './table-pane.ts';

function orderOf({ memory }: DeskView, id: PaneId): StableRowOrder {
  const order = memory.rowOrders.get(id) ?? new StableRowOrder();
  memory.rowOrders.set(id, order);
  return order;
}

/** The rows of a pane as they are on screen; keys and drawing must refer to the same row. */
export function rowsOnScreen<Row, Source>(desk: DeskView, pane: TablePane<Row, Source>): VisibleRows<Row, Source> {
  const { id } = pane;
  const { focus, sort, filter, selected } = desk.ui.getState();
  const all = pane.rows(desk);
  const isHeld = focus === id && selected[id] !== undefined;
  const found = matching(pane, all, filter[id] ?? '');
  const shown = asShown(desk, pane, found.slice(0, pane.mostRows));
  const rows = orderOf(desk, id).arrange(pane, shown, sort[id], isHeld);
  return {
    rows,
    all,
    matching: found,
    selected: selectedIndex(rows, (row) => pane.keyOf(row), selected[id], focus === id),
  };
}

/** All rows that pass the filter, sorted as on screen. */
export function allRowsOf<Row, Source>(desk: DeskView, pane: TablePane<Row, Source>): readonly Row[] {
  const { filter, sort } = desk.ui.getState();
  return arrange(pane, asShown(desk, pane, matching(pane, pane.rows(desk), filter[pane.id] ?? '')), sort[pane.id]);
}

function asShown<Row, Source>(desk: DeskView, pane: TablePane<Row, Source>, rows: readonly Source[]): readonly Row[] {
  const { shown } = pane;
  // Without `shown`, Row is Source; the compiler only knows it as the default of the type parameter.
  return shown ? rows.map((row) => shown(row, desk)) : (rows as readonly unknown[] as readonly Row[]);
}

/** The selected row of a pane, or null. */
export function selectedRowOf<Row, Source>(desk: DeskView, pane: TablePane<Row, Source>): Row | null {
  const { rows, selected } = rowsOnScreen(desk, pane);
  return selected === null ? null : (rows[selected] ?? null);
}
