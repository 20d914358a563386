import type Big from 'big.js';
import type { Sort } from '../desk/desk-ui.ts';

/** The part of a pane that sorting needs. */
export interface Sorted<Row> {
  keyOf(row: Row): string;
  /** Rows of a lower group stay above the others in any sort order. */
  groupOf?(row: Row): number;
  /** Value by which a column sorts; null sorts last. */
  sortValue(row: Row, columnId: string): Big | number | string | null;
}

/** Sorts the rows for display. */
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
 * Keeps the order of rows while the user works in the table: rows are sorted again only when the set of rows or the sort
 * column changes, not when their values do.
 */
export class StableRowOrder {
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
