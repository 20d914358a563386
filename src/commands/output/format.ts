import { cleanText } from '../../domain/text/clean-text.ts';
import { printableJson } from '../../platform/files/printable-json.ts';
import { type TextColumn, tableWidth, textTable } from './text-table.ts';

/** `table`: aligned text. `json`: one indented value. `ndjson`: one value a line. */
export type Format = 'table' | 'json' | 'ndjson';

/** A value as it is printed: indented, and safe on a terminal. */
export const asJson = (value: unknown): string => `${printableJson(JSON.stringify(value, null, 2))}\n`;

/** One line a value, and safe on a terminal. */
export const asLines = (values: readonly unknown[]): string =>
  values.map((value) => `${printableJson(JSON.stringify(value))}\n`).join('');

/** Rows with the same fields, in the wanted format. `columns` is for the table; `json` is one array. */
export function asRows(
  rows: readonly Readonly<Record<string, unknown>>[],
  columns: readonly TextColumn[],
  format: Format,
  stdout: Pick<NodeJS.WriteStream, 'isTTY' | 'columns'>,
): string {
  if (format === 'json') return asJson(rows);
  if (format === 'ndjson') return asLines(rows);
  const cells = rows.map((row) => Object.fromEntries(columns.map(({ id }) => [id, cellText(row[id])])));
  return textTable(columns, cells, tableWidth(stdout))
    .map((line) => `${line}\n`)
    .join('');
}

/** A value in one cell: text and numbers as they are, anything else as JSON. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return cleanText(typeof value === 'object' ? JSON.stringify(value) : value);
}
