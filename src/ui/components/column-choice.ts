import { clamp } from '../../domain/numbers/clamp.ts';
/** The user's column order and hidden columns. Unknown ids are ignored; columns missing from it keep their place. */
export interface ColumnChoice {
  readonly order: readonly string[];
  readonly hidden: readonly string[];
}

interface Named {
  readonly id: string;
}

/** All columns, including hidden ones, in the chosen order. A column not in the choice follows its left neighbour. */
export function orderedColumns<Column extends Named>(
  columns: readonly Column[],
  choice: ColumnChoice | undefined,
): readonly Column[] {
  if (!choice) return columns;
  const byId = new Map(columns.map((column) => [column.id, column]));
  const ordered = [...new Set(choice.order)].flatMap((id) => byId.get(id) ?? []);
  for (const [index, column] of columns.entries()) {
    if (ordered.includes(column)) continue;
    const left = columns[index - 1];
    ordered.splice(left ? ordered.indexOf(left) + 1 : 0, 0, column);
  }
  return ordered;
}

/** Visible columns in order. If the choice hides all of them, all are shown. */
export function chosenColumns<Column extends Named>(
  columns: readonly Column[],
  choice: ColumnChoice | undefined,
): readonly Column[] {
  const ordered = orderedColumns(columns, choice);
  const shown = ordered.filter(({ id }) => !choice?.hidden.includes(id));
  return shown.length > 0 ? shown : ordered;
}

/** Toggles a column; null if it is the last visible one. */
export function toggleColumn(
  columns: readonly Named[],
  choice: ColumnChoice | undefined,
  id: string,
): ColumnChoice | null {
  const order = orderedColumns(columns, choice).map((column) => column.id);
  const shown = chosenColumns(columns, choice).map((column) => column.id);
  if (!shown.includes(id)) return { order, hidden: order.filter((one) => one !== id && !shown.includes(one)) };
  if (shown.length === 1) return null;
  return { order, hidden: order.filter((one) => one === id || !shown.includes(one)) };
}

/** Moves a column one place, up to the ends. */
export function moveColumn(
  columns: readonly Named[],
  choice: ColumnChoice | undefined,
  id: string,
  step: 1 | -1,
): ColumnChoice {
  const order = orderedColumns(columns, choice).map((column) => column.id);
  const from = order.indexOf(id);
  const to = clamp(from + step, 0, order.length - 1);
  if (from >= 0) order.splice(to, 0, ...order.splice(from, 1));
  return { order, hidden: choice?.hidden ?? [] };
}
