import type Big from 'big.js';
import type { Reading } from '../../stores/desk-data.ts';
import type { Column } from '../components/table.ts';
import type { Desk } from '../desk.ts';
import type { Sort } from '../desk-ui.ts';
import type { Field } from '../export/field.ts';
import type { Line } from '../text/span.ts';
import type { PaneId } from '../workspaces/layout.ts';

/** A pane that lists rows of a read. The generic pane does focus, selection, sorting, filter, age, loading and errors. */
export interface TablePane<Row, Source = Row> {
  readonly id: PaneId;
  readonly title: string;
  readonly columns: readonly Column<Row>[];
  reading(desk: Desk): Reading<unknown>;
  /** How often the read is expected, ms. */
  refreshMs(desk: Desk): number;
  rows(desk: Desk): readonly Source[];
  /** What a row has besides when it is shown: its trend, the time that its age is counted to. */
  shown?(source: Source, desk: Desk): Row;
  keyOf(row: Row): string;
  /** Those beyond it are neither sorted nor drawn; the pane says how many they are. Export and filter see them. */
  readonly mostRows?: number;
  /** Rows of a lower group stay above the others, however they are sorted. */
  groupOf?(row: Row): number;
  /** Why a row can't be read; null when it can. */
  problemOf(row: Row): string | null;
  /** Value by which a column sorts; null sorts last. */
  sortValue(row: Row, columnId: string): Big | number | string | null;
  /** Text that the filter searches. */
  searchText(row: Source): string;
  /** On the right of the border. */
  summary(desk: Desk, rows: readonly Source[]): Line;
  /** Below the table, when there is room; `rows` are those that the filter lets through. */
  totals?(desk: Desk, width: number, rows: readonly Source[]): Line[];
  /** What to do when there is nothing to list. */
  readonly empty: string;
  /** What the pane waits for. */
  readonly loading: string;
  /** Exact values of a readable row, for a file or the clipboard. Remote text comes cleaned. */
  fields?(row: Row, desk: Desk): readonly Field[];
  /** A number that is tinted for a moment when it changes; null for a column that is not watched. */
  watched?(row: Row, columnId: string): Big | null;
  details(row: Row, desk: Desk): readonly { readonly label: string; readonly value: string }[];
}

/** As many as a key press has time to sort and draw, whatever a service lists. */
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

type Sorted<Row> = Pick<TablePane<Row>, 'groupOf' | 'keyOf' | 'sortValue'>;

/** Rows in the order to show. */
export function arrange<Row>(pane: Sorted<Row>, rows: readonly Row[], sort: Sort | undefined): Row[] {
  const kept = [...rows];
  if (!sort) return kept;
  const direction = sort.descending ? -1 : 1;
  const group = (row: Row): number => pane.groupOf?.(row) ?? 0;
  return kept.sort(
    (a, b) => group(a) - group(b) || compare(pane.sortValue(a, sort.column), pane.sortValue(b, sort.column), direction),
  );
}

function compare(a: Big | number | string | null, b: Big | number | string | null, direction: 1 | -1): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  if (typeof a === 'object' && typeof b === 'object') return direction * a.cmp(b);
  if (typeof a === 'number' && typeof b === 'number') return direction * (a - b);
  return direction * String(a).localeCompare(String(b));
}

/**
 * Keeps rows where they were while the person works in the table: a sort by a moving number is made again only when the
 * rows themselves change or the sort does.
 */
export class StillOrder {
  #signature = '';
  #keys: readonly string[] = [];

  arrange<Row>(pane: Sorted<Row>, rows: readonly Row[], sort: Sort | undefined, isHeld: boolean): Row[] {
    const arranged = arrange(pane, rows, sort);
    const keys = arranged.map((row) => pane.keyOf(row));
    const signature = `${sort?.column} ${sort?.descending} ${[...keys].sort().join('\n')}`;
    if (!isHeld || signature !== this.#signature) {
      this.#signature = signature;
      this.#keys = keys;
      return arranged;
    }
    const placeOf = new Map(this.#keys.map((key, index) => [key, index]));
    const place = (row: Row): number => placeOf.get(pane.keyOf(row)) ?? 0;
    return arranged.sort((a, b) => place(a) - place(b));
  }
}
