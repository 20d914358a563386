import { SteadyWidths } from './components/steady-widths.ts';
import type { Desk } from './desk.ts';

const widthsByDesk = new WeakMap<Desk, SteadyWidths>();

/** For `TableView.steady`: keeps the columns of one table still. What a table shows belongs to its name, as its own width does. */
export function steadyColumns(desk: Desk, table: string): (columnId: string, needed: number) => number {
  const widths = widthsByDesk.get(desk) ?? new SteadyWidths();
  widthsByDesk.set(desk, widths);
  const nowMs = desk.monotonic();
  return (columnId, needed) => widths.atLeast(`${table} ${columnId}`, needed, nowMs);
}
