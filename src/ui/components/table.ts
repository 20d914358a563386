import { displayWidth } from '../../domain/text-width.ts';
import { aimed, blank, fitTo, type Line, muted, type Span, span } from '../text/span.ts';

export interface Column<Row> {
  readonly id: string;
  readonly title: string;
  /** `decimal` lines numbers up on their decimal point. */
  readonly align: 'left' | 'right' | 'decimal';
  /** 1 stays longest; when the pane narrows, the highest number leaves first, whole. */
  readonly priority: number;
  /** A left column marked so gives its width back before a column has to leave, down to this many cells. */
  readonly shrinkTo?: number;
  /** false: a picture, by which nothing can be sorted. */
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
  /** Column by which the rows are sorted, marked in the header. */
  readonly sort?: { readonly column: string; readonly descending: boolean } | undefined;
  /** What a row says over its whole width instead of its cells; it widens no column and drives none out. */
  noteOf?(row: Row): Span | null;
  /** Which way a number has just gone, to be tinted for a moment. */
  tintOf?(row: Row, columnId: string): 'up' | 'down' | null;
  /** What a click on a row means; without it, nothing. */
  keyOf?(row: Row): string;
  /** The width that a column would keep, at least what it needs now, lest the others jump with each row; given where there is room. */
  steady?(columnId: string, needed: number): number;
  /** False for a list in which nothing can be selected. */
  readonly hasMarker?: boolean;
}

const blankCell = span('');
const wideGap = 2;
const narrowGap = 1;

interface Measured<Row> {
  readonly column: Column<Row>;
  /** A cell a row, lined up among themselves; null where a row says something else instead. */
  readonly cells: readonly (Span | null)[];
  width: number;
}

/** Renders rows as one line each, aligned, cut to the height around the selected row. */
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

/** The tint lies behind the number alone, not behind the blanks that line it up. */
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

/** The first row shown: the selection stays in view, and the window moves no more than it must. */
export function firstVisible(count: number, height: number, selected: number | null): number {
  if (selected === null || count <= height) return 0;
  return Math.max(0, Math.min(count - height, selected - Math.floor(height / 2)));
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

/** `Math.max` takes no more arguments than the stack has room for. */
const largest = (numbers: readonly number[], least: number): number =>
  numbers.reduce((max, number) => (number > max ? number : max), least);

/** Pads the fraction side, so that right alignment puts the points under each other. */
function alignOnPoint(cells: readonly (Span | null)[]): (Span | null)[] {
  const fractions = cells.map((cell) => /[.]\d*(?=\D*$)/.exec(cell?.text ?? '')?.[0].length ?? 0);
  const longest = largest(fractions, 0);
  return cells.map((cell, index) =>
    cell && /\d/.test(cell.text) ? { ...cell, text: cell.text + ' '.repeat(longest - (fractions[index] ?? 0)) } : cell,
  );
}

/** Columns as wide as they have been, unless one would have to leave or be cut for the air of another. */
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

/** Gives up air first, then a soft column's width, then whole columns, the least important first. */
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
