import { displayWidth } from '../../domain/text-width.ts';
import { blank, fitTo, type Line, muted, type Span, span } from '../text/span.ts';

export interface Column<Row> {
  readonly id: string;
  readonly title: string;
  /** `decimal` lines numbers up on their decimal point. */
  readonly align: 'left' | 'right' | 'decimal';
  /** 1 stays longest; when the pane narrows, the highest number leaves first, whole. */
  readonly priority: number;
  /** A left column marked so gives its width back before a column has to leave, down to this many cells. */
  readonly shrinkTo?: number;
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
  readonly showHeader?: boolean;
}

const gap = 2;
const marker = 2;

interface Measured<Row> {
  readonly column: Column<Row>;
  readonly texts: readonly string[];
  width: number;
}

/** Renders rows as one line each, aligned, cut to the height around the selected row. */
export function table<Row>(view: TableView<Row>): Line[] {
  const headerLines = view.showHeader === false ? 0 : 1;
  const bodyHeight = Math.max(0, view.height - headerLines);
  const first = firstVisible(view.rows.length, bodyHeight, view.selected);
  const visible = view.rows.slice(first, first + bodyHeight);
  const columns = fitColumns(
    view.columns.map((column) => measure(column, visible, headerText(column, view.sort))),
    view.width - marker,
  );
  const lines: Line[] = headerLines ? [header(columns, view)] : [];
  for (const [index, row] of visible.entries()) {
    const isSelected = first + index === view.selected;
    const cells = columns.flatMap(({ column, texts, width }, at) => [
      ...(at > 0 ? [span(' '.repeat(gap))] : []),
      { ...column.cell(row), text: pad(texts[index] ?? '', width, column.align) },
    ]);
    lines.push(
      fitTo(
        [
          mark(isSelected, view.focused),
          ...(isSelected && view.focused ? cells.map((cell) => ({ ...cell, bold: true })) : cells),
        ],
        view.width,
      ),
    );
  }
  while (lines.length < view.height) lines.push(blank);
  return lines.slice(0, view.height);
}

const mark = (isSelected: boolean, focused: boolean): Span =>
  isSelected ? span('▸ ', focused ? 'accent' : 'muted') : span('  ');

const headerText = <Row>(column: Column<Row>, sort: TableView<Row>['sort']): string =>
  sort?.column === column.id ? `${column.title}${sort.descending ? '↓' : '↑'}` : column.title;

function header<Row>(columns: readonly Measured<Row>[], view: TableView<Row>): Line {
  const cells = columns.map(({ column, width }) =>
    pad(headerText(column, view.sort), width, column.align === 'left' ? 'left' : 'right'),
  );
  return fitTo([muted(`${' '.repeat(marker)}${cells.join(' '.repeat(gap))}`)], view.width);
}

/** The first row shown: the selection stays in view, and the window moves no more than it must. */
export function firstVisible(count: number, height: number, selected: number | null): number {
  if (selected === null || count <= height) return 0;
  return Math.max(0, Math.min(count - height, selected - Math.floor(height / 2)));
}

function measure<Row>(column: Column<Row>, rows: readonly Row[], title: string): Measured<Row> {
  const raw = rows.map((row) => column.cell(row).text);
  const texts = column.align === 'decimal' ? alignOnPoint(raw) : raw;
  return { column, texts, width: Math.max(displayWidth(title), ...texts.map((text) => displayWidth(text))) };
}

/** Pads the fraction side, so that right alignment puts the points under each other. */
function alignOnPoint(texts: readonly string[]): string[] {
  const fractions = texts.map((text) => /[.]\d*(?=\D*$)/.exec(text)?.[0].length ?? 0);
  const longest = Math.max(0, ...fractions);
  return texts.map((text, index) => (/\d/.test(text) ? text + ' '.repeat(longest - (fractions[index] ?? 0)) : text));
}

function fitColumns<Row>(measured: Measured<Row>[], width: number): Measured<Row>[] {
  let columns = measured;
  const needed = (): number => columns.reduce((sum, { width: own }) => sum + own + gap, -gap);
  while (columns.length > 1 && needed() > width) {
    const over = needed() - width;
    const soft = columns.find(
      ({ column, width: own }) => column.shrinkTo !== undefined && own - over >= column.shrinkTo,
    );
    if (soft) {
      soft.width -= over;
      break;
    }
    const least = Math.max(...columns.map(({ column }) => column.priority));
    columns = columns.filter(({ column }) => column.priority !== least);
  }
  return columns;
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
