/** What a person chose of a table's columns. Ids that no column has are passed over, columns it does not know keep their place. */
export interface ColumnChoice {
  readonly order: readonly string[];
  readonly hidden: readonly string[];
}

interface Named {
  readonly id: string;
}

/** All columns, hidden ones too, in the chosen order. One that the choice does not know follows its neighbour on the left. */
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

/** The columns to draw, in their order. A choice that hides all of them hides none: a table is never without a column. */
export function chosenColumns<Column extends Named>(
  columns: readonly Column[],
  choice: ColumnChoice | undefined,
): readonly Column[] {
  const ordered = orderedColumns(columns, choice);
  const shown = ordered.filter(({ id }) => !choice?.hidden.includes(id));
  return shown.length > 0 ? shown : ordered;
}

/** Shows a hidden column or hides a shown one; null where it is the last one shown. */
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

/** Moves a column one place; at an end it stays. */
export function moveColumn(
  columns: readonly Named[],
  choice: ColumnChoice | undefined,
  id: string,
  step: 1 | -1,
): ColumnChoice {
  const order = orderedColumns(columns, choice).map((column) => column.id);
  const from = order.indexOf(id);
  const to = Math.max(0, Math.min(order.length - 1, from + step));
  if (from >= 0) order.splice(to, 0, ...order.splice(from, 1));
  return { order, hidden: choice?.hidden ?? [] };
}
