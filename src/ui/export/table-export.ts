import { cleanText } from '../../domain/clean-text.ts';
import { csv } from '../../domain/csv.ts';
import type { TapeRow } from '../../stores/tape.ts';
import type { Desk } from '../desk.ts';
import type { PaneId } from '../layout.ts';
import { type TablePaneId, tablePanes } from '../panes/pane-list.ts';
import { visibleRows } from '../panes/visible-rows.ts';
import { type Field, isoTime } from './field.ts';

export type ExportFormat = 'csv' | 'json';

/** A pane's rows as they are filtered and sorted now, all of them, with exact values. */
export function exportedRows(desk: Desk, pane: PaneId): readonly (readonly Field[])[] {
  if (pane === 'chart') return [];
  if (pane !== 'tape') return visibleRows(desk, pane).rows.map((row) => fieldsOf(desk, pane, row));
  const { tokenId, minUsd, pausedAtSeq } = desk.ui.getState().tape;
  return desk.tape
    .latest(Number.POSITIVE_INFINITY, { tokenId, minUsd }, pausedAtSeq ?? undefined)
    .map((row) => tapeFields(desk, row));
}

/** What is known of one row; a pane that lists no exact values gives its details. */
export function fieldsOf(desk: Desk, id: TablePaneId, row: unknown): readonly Field[] {
  const pane = tablePanes[id];
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

/** The rows as the text of a file. Rows may differ in what they know: CSV leaves the rest empty. */
export function exportText(rows: readonly (readonly Field[])[], format: ExportFormat): string {
  if (format === 'json') {
    const records = rows.map((fields) => Object.fromEntries(fields.map(({ name, value }) => [name, value])));
    return `${JSON.stringify(records, null, 2)}\n`;
  }
  const names = [...new Set(rows.flatMap((fields) => fields.map(({ name }) => name)))];
  const lines = rows.map((fields) => {
    const byName = new Map(fields.map(({ name, value }) => [name, value]));
    return names.map((name) => byName.get(name) ?? null);
  });
  return csv([names, ...lines]);
}
