import type { Desk } from '../desk.ts';
import type { PaneId } from '../workspaces/layout.ts';
import { type TablePaneId, tablePanes } from './pane-list.ts';
import { selectedIndex } from './selection.ts';
import { arrange, filtered, StillOrder } from './table-pane.ts';

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
  /** How many pass the filter and are beyond those that the pane shows. */
  readonly more: number;
  /** Index in `rows`; null when nothing is selected. */
  readonly selected: number | null;
}

/** The rows of a pane as they stand on screen; keys and drawing must mean the same row. */
export function visibleRows(desk: Desk, id: TablePaneId): VisibleRows {
  const pane = tablePanes[id];
  const { focus, sort, filter, selected } = desk.ui.getState();
  const all = pane.rows(desk);
  const isHeld = focus === id && selected[id] !== undefined;
  const sought = filter[id] ?? '';
  const rows = orderOf(desk, id).arrange(pane, all, sought, sort[id], isHeld);
  const more = rows.length === pane.mostRows ? filtered(pane, all, sought).length - rows.length : 0;
  return {
    rows,
    all,
    more,
    selected: selectedIndex(rows, pane.keyOf, selected[id], focus === id),
  };
}

/** All rows that the filter lets through, sorted as they are on screen. */
export function allRows(desk: Desk, id: TablePaneId): readonly unknown[] {
  const pane = tablePanes[id];
  const { filter, sort } = desk.ui.getState();
  return arrange(pane, pane.rows(desk), filter[id] ?? '', sort[id], Number.POSITIVE_INFINITY);
}

/** The selected row of a pane, or null. */
export function selectedRow(desk: Desk, id: TablePaneId): unknown {
  const { rows, selected } = visibleRows(desk, id);
  return selected === null ? null : (rows[selected] ?? null);
}
