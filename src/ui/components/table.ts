import { clamp } from '../../domain/numbers/clamp.ts';
import { displayWidth } from '../../domain/text/text-width.ts';
import { aimed, blank, fitTo, type Line, muted, type Span, span } from '../text/span.ts';

export interface Column<Row> {
  readonly id: string;
  readonly title: string;
  /** `decimal` aligns numbers on the decimal point. */
  readonly align: 'left' | 'right' | 'decimal';
  /** In narrow panes, columns with the highest number are dropped first. */
  readonly priority: number;
  /** A left-aligned column that may shrink to this width before columns are dropped. */
  readonly shrinkTo?: number;
  /** false for columns that cannot be sorted, such as sparklines. */
  readonly isSortable?: boolean;
  cell(row: Row): Span;
}

export interface TableView<Row> {
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly width: number;
  readonly height: number;
  /** Index of the selected row; null when nothing is selected. */
  readonly selected: number | null;
  readonly focused: boolean;
  /** Sort column, marked in the header. */
  readonly sort?: { readonly column: string; readonly descending: boolean } | undefined;
  /** Text that replaces all cells of a row; does not affect column widths. */
  noteOf?(row: Row): Span | null;
  /** Direction of a number's recent change, to tint it. */
  tintOf?(row: Row, columnId: string): 'up' | 'down' | null;
  /** Click target of a row. */
  keyOf?(row: Row): string;
  /** Preferred stable width of a column, at least `needed`; used if there is room. */
  steady?(columnId: string, needed: number): number;
  /** false for tables without selection. */
  readonly hasMarker?: boolean;
}

const blankCell = span('');
const wideGap = 2;
const narrowGap = 1;

interface Measured<Row> {
  readonly column: Column<Row>;
  /** One aligned cell per row; null for rows with a note. */
  readonly cells: readonly (Span | null)[];
  width: number;
}

/** Renders rows as aligned lines, windowed around the selected row. */
export function table<Row>(view: TableView<Row>): Line[] {
  const bodyHeight = Math.max(0, view.height - 1);
  const first = firstVisible(view.rows.length, bodyHeight, view.selected);
  const visible = view.rows.slice(first, first + bodyHeight);
  const marker = view.hasMarker === false ? 0 : 2;
  const notes = visible.map((row) => view.noteOf?.(row) ?? null);
  const measured = view.columns.map((column) => measure(column, visible, notes, headerText(column, view.sort)));
  const { columns, gap } = steadied(measured, view.width - marker, view.steady);
  const between = span(' '.repeat(gap));
  const lines: Line[] = [header(columns, view, marker, gap)];
  for (const [index, row] of visible.entries()) {
    const isSelected = first + index === view.selected;
    const isMarked = isSelected && view.focused;
    const note = notes[index];
    const cells = (note ? [] : columns).flatMap(({ column, cells: own, width }, at): Span[] => {
      const raw = own[index] ?? blankCell;
      const padded = { ...raw, text: pad(raw.text, width, column.align) };
      const cell = isMarked ? { ...padded, bold: true } : padded;
      const tint = view.tintOf?.(row, column.id) ?? null;
      return [...(at > 0 ? [between] : []), ...(tint ? tinted(cell, tint) : [cell])];
    });
    const line = fitTo([...(marker ? [mark(isSelected, view.focused)] : []), ...(note ? [note] : cells)], view.width);
    lines.push(...(view.keyOf ? aimed([line], view.keyOf(row)) : [line]));
  }
  while (lines.length < view.height) lines.push(blank);
  return lines.slice(0, view.height);
}

/** Tints only the number, not its padding. */
function tinted(cell: Span, tint: 'up' | 'down'): Span[] {
  const [before = '', text = '', after = ''] = /^( *)(.*?)( *)$/.exec(cell.text)?.slice(1) ?? [];
  return [span(before), { ...cell, text, tint }, span(after)].filter((piece) => piece.text !== '');
}

const mark = (isSelected: boolean, focused: boolean): Span =>
  isSelected ? span('▸ ', focused ? 'accent' : 'muted') : span('  ');

const headerText = <Row>(column: Column<Row>, sort: TableView<Row>['sort']): string =>
  sort?.column === column.id ? `${column.title}${sort.descending ? '↓' : '↑'}` : column.title;

function header<Row>(columns: readonly Measured<Row>[], view: TableView<Row>, marker: number, gap: number): Line {
  const cells = columns.map(({ column, width }) =>
    pad(headerText(column, view.sort), width, column.align === 'left' ? 'left' : 'right'),
  );
  return fitTo([muted(' '.repeat(marker) + cells.join(' '.repeat(gap)))], view.width);
}

/** Index of the first visible row, keeping the selected one in view. */
export function firstVisible(count: number, height: number, selected: number | null): number {
  if (selected === null || count <= height) return 0;
  return clamp(selected - Math.floor(height / 2), 0, count - height);
}

function measure<Row>(
  column: Column<Row>,
  rows: readonly Row[],
  notes: readonly (Span | null)[],
  title: string,
): Measured<Row> {
  const raw = rows.map((row, index) => (notes[index] ? null : column.cell(row)));
  const cells = column.align === 'decimal' ? alignOnPoint(raw) : raw;
  const widths = cells.map((cell) => (cell ? displayWidth(cell.text) : 0));
  return { column, cells, width: largest(widths, displayWidth(title)) };
}

/** Not `Math.max(...)`, whose arguments may overflow the stack. */
const largest = (numbers: readonly number[], least: number): number =>
  numbers.reduce((max, number) => (number > max ? number : max), least);

/** Pads fractions on the right, so right-aligned numbers align on the decimal point. */
function alignOnPoint(cells: readonly (Span | null)[]): (Span | null)[] {
  const fractions = cells.map((cell) => /[.]\d*(?=\D*$)/.exec(cell?.text ?? '')?.[0].length ?? 0);
  const longest = largest(fractions, 0);
  return cells.map((cell, index) =>
    cell && /\d/.test(cell.text) ? { ...cell, text: cell.text + ' '.repeat(longest - (fractions[index] ?? 0)) } : cell,
  );
}

/** Uses stable widths unless that would drop or narrow a column. */
function steadied<Row>(
  measured: readonly Measured<Row>[],
  width: number,
  steady: TableView<Row>['steady'],
): Fitted<Row> {
  const fitted = fitColumns(
    measured.map((one) => ({ ...one })),
    width,
  );
  if (!steady) return fitted;
  const kept = fitColumns(
    measured.map((one) => ({ ...one, width: steady(one.column.id, one.width) })),
    width,
  );
  const isWhole = fitted.columns.every((one, at) => (kept.columns[at]?.width ?? 0) >= one.width);
  return isWhole && kept.columns.length === fitted.columns.length ? kept : fitted;
}

interface Fitted<Row> {
  readonly columns: Measured<Row>[];
  readonly gap: number;
}

/** Narrows the gaps first, then shrinks a shrinkable column, then drops columns by priority. */
function fitColumns<Row>(measured: Measured<Row>[], width: number): Fitted<Row> {
  let columns = measured;
  const needed = (gap: number): number => columns.reduce((sum, { width: own }) => sum + own + gap, -gap);
  while (columns.length > 1 && needed(narrowGap) > width) {
    const over = needed(narrowGap) - width;
    const soft = columns.find(
      ({ column, width: own }) => column.shrinkTo !== undefined && own - over >= column.shrinkTo,
    );
    if (soft) {
      soft.width -= over;
      break;
    }
    const least = Math.max(...columns.map(({ column }) => column.priority));
    const kept = columns.filter(({ column }) => column.priority !== least);
    if (kept.length === 0) break;
    columns = kept;
  }
  const [only] = columns;
  if (only && columns.length === 1) only.width = Math.min(only.width, width);
  return { columns, gap: needed(wideGap) <= width ? wideGap : narrowGap };
}

function pad(text: string, width: number, align: 'left' | 'right' | 'decimal'): string {
  const own = displayWidth(text);
  if (own > width)
    return fitTo([span(text)], width)
      .map((piece) => piece.text)
      .join('');
  const space = ' '.repeat(width - own);
  return align === 'left' ? text + space : space + text;
}
