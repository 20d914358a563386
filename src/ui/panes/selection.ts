/** Index of the selected row. A focused table selects its first row by default. */
export function selectedIndex<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  selectedKey: string | undefined,
  focused: boolean,
): number | null {
  const index = selectedKey === undefined ? -1 : rows.findIndex((row) => keyOf(row) === selectedKey);
  if (index >= 0) return index;
  return focused && rows.length > 0 ? 0 : null;
}
