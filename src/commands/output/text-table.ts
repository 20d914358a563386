import { displayWidth } from '../../domain/text/text-width.ts';
import { table } from '../../ui/components/table.ts';
import { plainText, span } from '../../ui/text/span.ts';

/** A row's texts by column id, cleaned; a missing one is blank. */
export type Cells = Readonly<Record<string, string>>;

export interface TextColumn {
  readonly id: string;
  readonly title: string;
  /** On a narrow terminal, columns with the highest number are dropped first. */
  readonly priority: number;
  readonly align?: 'left' | 'right';
  /** A left-aligned column that may shrink to this width before columns are dropped. */
  readonly shrinkTo?: number;
}

const widestGap = 2;

/** Aligned lines with a header, at most `width` columns wide; untruncated if it is null. */
export function textTable(columns: readonly TextColumn[], rows: readonly Cells[], width: number | null): string[] {
  return table({
    columns: columns.map((column) => ({
      align: 'left' as const,
      ...column,
      cell: (row: Cells) => span(row[column.id] ?? ''),
    })),
    rows,
    width: width ?? naturalWidth(columns, rows),
    height: rows.length + 1,
    selected: null,
    focused: false,
    hasMarker: false,
  }).map((line) => plainText(line).trimEnd());
}

/** The terminal's width; null for a pipe or a file, which takes the whole text. */
export const tableWidth = ({ isTTY, columns }: Pick<NodeJS.WriteStream, 'isTTY' | 'columns'>): number | null =>
  isTTY && columns > 0 ? columns : null;

const naturalWidth = (columns: readonly TextColumn[], rows: readonly Cells[]): number =>
  columns.reduce(
    (sum, { id, title }) =>
      rows.reduce((widest, row) => Math.max(widest, displayWidth(row[id] ?? '')), displayWidth(title)) +
      sum +
      widestGap,
    -widestGap,
  );
