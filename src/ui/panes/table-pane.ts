import type Big from 'big.js';
import type { Reading, WantedQueryName } from '../../stores/desk-data.ts';
import type { Column } from '../components/table.ts';
import type { DeskView } from '../desk/desk.ts';
import type { Field } from '../export/field.ts';
import type { Line } from '../text/span.ts';
import type { Rect } from '../workspaces/layout.ts';
import type { PaneInfo } from './pane.ts';
import type { PaneId } from './pane-ids.ts';
import type { Sorted } from './row-order.ts';

/** A pane that lists the rows of a read. Shared code does focus, selection, sorting, filter, age, loading and errors. */
export interface TablePane<Row, Source = Row> extends PaneInfo, Sorted<Row> {
  readonly id: PaneId;
  readonly columns: readonly Column<Row>[];
  reading(desk: DeskView): Reading<unknown>;
  /** How often the read is expected, ms. */
  refreshMs(desk: DeskView): number;
  rows(desk: DeskView): readonly Source[];
  /** Adds what a row needs when drawn: its trend, the current time for its age. */
  shown?(source: Source, desk: DeskView): Row;
  /** Maximum number of rows sorted and drawn; the pane shows how many more there are. Export and filter use all rows. */
  readonly mostRows?: number;
  /** Why a row is unreadable; null if it is readable. */
  problemOf(row: Row): string | null;
  /** Text that the filter searches. */
  searchText(row: Source): string;
  /** Replaces the generic table. `isCovered`: an overlay such as a form covers the pane. */
  lines?(desk: DeskView, rect: Rect, visible: VisibleRows<Row, Source>, isCovered: boolean): Line[];
  /** Shown at the right of the border. */
  summary(desk: DeskView, rows: readonly Source[]): Line;
  /** Shown below the table: the first `most` lines, so many fit; `rows` are those that pass the filter. */
  totals?(desk: DeskView, width: number, rows: readonly Source[], most: number): Line[];
  /** The totals are not only those of the rows: they stay when there are none. */
  readonly hasOwnTotals?: boolean;
  /** Reads that are made only while the details of a row are open. */
  readonly detailsWant?: readonly WantedQueryName[];
  /** Text for an empty list: what to do next. */
  readonly empty: string;
  /** Text while the first read is loading. */
  readonly loading: string;
  /** Exact values of a readable row, for export and copy. Remote text is cleaned. */
  fields?(row: Row, desk: DeskView): readonly Field[];
  /** A number that is tinted briefly when it changes; null for columns that are not. */
  watched?(row: Row, columnId: string): Big | null;
  details(row: Row, desk: DeskView): readonly { readonly label: string; readonly value: string }[];
}

/** The rows of a pane as they are on screen. */
export interface VisibleRows<Row = unknown, Source = Row> {
  readonly rows: readonly Row[];
  /** Before the filter. */
  readonly all: readonly Source[];
  /** Those that pass the filter; `rows` may be only the first of them. */
  readonly matching: readonly Source[];
  /** Index in `rows`; null when nothing is selected. */
  readonly selected: number | null;
}

/** As many rows as can be sorted and drawn at a key press. */
export const usualMostRows = 500;

/** Rows that pass the filter. */
export function matching<Source>(
  pane: Pick<TablePane<unknown, Source>, 'searchText'>,
  rows: readonly Source[],
  filter: string,
): readonly Source[] {
  const wanted = filter.trim().toLowerCase();
  return wanted === '' ? rows : rows.filter((row) => pane.searchText(row).toLowerCase().includes(wanted));
}
