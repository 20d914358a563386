import type { DeskView } from '../desk/desk.ts';

/** For `TableView.steady`: stable column widths of one table, identified by its name. */
export function steadyColumns(desk: DeskView, table: string): (columnId: string, needed: number) => number {
  const { widths } = desk.memory;
  const nowMs = desk.monotonic();
  return (columnId, needed) => widths.atLeast(`${table} ${columnId}`, needed, nowMs);
}
