import { cleanText } from '../../domain/text/clean-text.ts';
import { csv } from '../../domain/text/csv.ts';
import type { TapeRow } from '../../stores/market/tape.ts';
import type { Desk } from '../desk/desk.ts';
import type { PaneId } from '../panes/pane-ids.ts';
import { allRows } from '../panes/pane-rows.ts';
import { isTablePane, type TablePaneId, tablePane } from '../panes/panes.ts';
import { valueFields } from '../panes/portfolio/portfolio-fields.ts';
import { type Field, isoTime } from './field.ts';

export type ExportFormat = 'csv' | 'json';

/** All rows of a pane with its current filter and sort. */
export function rowsToExport(desk: Desk, pane: PaneId): readonly unknown[] {
  if (isTablePane(pane)) return allRows(desk, pane);
  if (pane === 'portfolio') return valueFields(desk);
  if (pane !== 'tape') return [];
  const { tokenId, minUsd, pausedAtSeq } = desk.ui.getState().tape;
  return desk.tape.latest(Number.POSITIVE_INFINITY, { tokenId, minUsd }, pausedAtSeq ?? undefined);
}

/** One row with exact values. */
export function exportedRow(desk: Desk, pane: PaneId, row: unknown): readonly Field[] {
  if (isTablePane(pane)) return fieldsOf(desk, pane, row);
  return pane === 'tape' ? tapeFields(desk, row as TapeRow) : (row as readonly Field[]);
}

/** Exact values of a table row; panes without them export their details. */
export function fieldsOf(desk: Desk, id: TablePaneId, row: unknown): readonly Field[] {
  const pane = tablePane(id);
  const problem = pane.problemOf(row);
  if (problem !== null) return [{ name: 'unreadable', value: cleanText(problem) }];
  if (pane.fields) return pane.fields(row, desk);
  return pane
    .details(row, desk)
    .map(({ label, value }) => ({ name: label.trim().replaceAll(/\W+/g, '_').toLowerCase(), value }));
}

function tapeFields(desk: Desk, row: TapeRow): readonly Field[] {
  const head = [
    { name: 'time', value: isoTime(row.atMs) },
    { name: 'kind', value: row.kind },
  ];
  if (row.kind === 'gap')
    return [...head, { name: 'gap_ms', value: row.lengthMs }, { name: 'reason', value: cleanText(row.reason) }];
  const token = [
    { name: 'token', value: row.tokenId },
    { name: 'symbol', value: desk.data.token(row.tokenId)?.symbol ?? null },
  ];
  if (row.kind === 'unreadable') return [...head, ...token, { name: 'reason', value: cleanText(row.reason) }];
  return [
    ...head,
    ...token,
    { name: 'side', value: row.isBuy ? 'buy' : 'sell' },
    { name: 'size_native', value: row.sizeNative },
    { name: 'size_usd', value: row.sizeUsd },
    { name: 'price_usd', value: row.priceUsd },
    { name: 'maker', value: row.maker && cleanText(row.maker, 100) },
  ];
}

const rowsInPiece = 100;

/** The rows as file text, in pieces. `names` are the columns of all rows; in CSV, missing values are empty. */
export function* exportPieces(
  rows: readonly (readonly Field[])[],
  names: readonly string[],
  format: ExportFormat,
): Generator<{ readonly text: string; readonly rows: number }> {
  if (format === 'csv') yield { text: csv([names]), rows: 0 };
  for (let at = 0; at < rows.length; at += rowsInPiece) {
    const piece = rows.slice(at, at + rowsInPiece);
    yield {
      text: format === 'csv' ? csvLines(piece, names) : `${at === 0 ? '[\n' : ',\n'}${jsonItems(piece)}`,
      rows: piece.length,
    };
  }
  if (format === 'json') yield { text: rows.length === 0 ? '[]\n' : '\n]\n', rows: 0 };
}

const csvLines = (rows: readonly (readonly Field[])[], names: readonly string[]): string =>
  csv(
    rows.map((fields) => {
      const byName = new Map(fields.map(({ name, value }) => [name, value]));
      return names.map((name) => byName.get(name) ?? null);
    }),
  );

/** Items formatted as inside one pretty-printed array. */
function jsonItems(rows: readonly (readonly Field[])[]): string {
  const clean = (value: Field['value']) => (typeof value === 'string' ? cleanText(value) : value);
  const records = rows.map((fields) => Object.fromEntries(fields.map(({ name, value }) => [name, clean(value)])));
  return JSON.stringify(records, null, 2).slice('[\n'.length, -'\n]'.length);
}
