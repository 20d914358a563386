import type { Desk } from '../desk.ts';
import type { PaneId } from '../workspaces/layout.ts';
import { type TablePaneId, tablePanes } from './pane-list.ts';
import { selectedIndex } from './selection.ts';
import { arrange, matching, StillOrder, type TablePane } from './table-pane.ts';

export type { TablePaneId } from './pane-list.ts';

const orders = new WeakMap<Desk, Map<PaneId, StillOrder>>();

function orderOf(desk: Desk, id: PaneId): StillOrder {
  const byPane = orders.get(desk) ?? new Map<PaneId, StillOrder>();
  orders.set(desk, byPane);
  const order = byPane.get(id) ?? new StillOrder();
  byPane.set(id, order);
  return order;
}

export interface VisibleRows {
  readonly rows: readonly unknown[];
  /** Before the filter. */
  readonly all: readonly unknown[];
  /** Those that pass the filter; `rows` may be only the first of them. */
  readonly matching: readonly unknown[];
  /** Index in `rows`; null when nothing is selected. */
  readonly selected: number | null;
}

/** The rows of a pane as they stand on screen; keys and drawing must mean the same row. */
export function visibleRows(desk: Desk, id: TablePaneId): VisibleRows {
  const pane = tablePanes[id];
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
    selected: selectedIndex(rows, pane.keyOf, selected[id], focus === id),
  };
}

/** All rows that the filter lets through, sorted as they are on screen. */
export function allRows(desk: Desk, id: TablePaneId): readonly unknown[] {
  const pane = tablePanes[id];
  const { filter, sort } = desk.ui.getState();
  return arrange(pane, asShown(desk, pane, matching(pane, pane.rows(desk), filter[id] ?? '')), sort[id]);
}

const asShown = (desk: Desk, { shown }: TablePane<unknown>, rows: readonly unknown[]): readonly unknown[] =>
  shown ? rows.map((row) => shown(row, desk)) : rows;

/** The selected row of a pane, or null. */
export function selectedRow(desk: Desk, id: TablePaneId): unknown {
  const { rows, selected } = visibleRows(desk, id);
  return selected === null ? null : (rows[selected] ?? null);
}
