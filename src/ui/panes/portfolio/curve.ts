import { displayWidth, padStart } from '../../../domain/text/text-width.ts';
import { fitTo, type Line, muted, span, type Tone } from '../../text/span.ts';
import { timeLabels } from './time-labels.ts';

/** A value at a time. `value` is only for the plot; `label` is the exact text beside it. */
export interface CurvePoint {
  /** ms since the epoch. */
  readonly atMs: number;
  readonly value: number;
  readonly label: string;
}

interface CurveView {
  readonly width: number;
  readonly height: number;
  readonly tone: Tone;
  /** Label of a row between the highest and the lowest value; without it those rows have none. */
  scaleLabel?(value: number): string;
}

/** Distance of axis labels, in rows. */
const labelledRows = 5;

/** Minimum width of the plot: labels are dropped before it gets narrower. */
const leastPlot = 20;

/**
 * A curve over time in braille dots (two by four per cell). The highest and lowest values are labelled on the left, the last
 * one on the right, the times below. `height` lines of exactly `width` cells; points in any order.
 */
export function curve(given: readonly CurvePoint[], view: CurveView): Line[] {
  const { width, height, tone } = view;
  const points = given
    .filter(({ atMs, value }) => Number.isFinite(atMs) && Number.isFinite(value))
    .toSorted((a, b) => a.atMs - b.atMs);
  const last = points.at(-1);
  const first = points[0];
  if (!first || !last || height < 1) return Array.from({ length: Math.max(0, height) }, () => fitTo([], width));
  const high = points.reduce((best, point) => (point.value > best.value ? point : best));
  const low = points.reduce((best, point) => (point.value < best.value ? point : best));
  const axisRows = height >= 5 ? 2 : height >= 3 ? 1 : 0;
  const plotRows = height - axisRows;
  const axis = axisTexts(high, low, plotRows, view);
  const left = widthBeside(
    axis.filter((text) => text !== undefined),
    2,
    width - leastPlot,
  );
  const right = widthBeside([last.label], 1, width - left - leastPlot);
  const plotWidth = Math.max(1, width - left - right);
  const scale: Scale = { low: low.value, high: high.value, rows: plotRows * 4 };
  const cells = brailleRows(points, plotWidth, plotRows, scale);
  const lastRow = Math.floor(dotRow(last.value, scale) / 4);
  const plot = cells.map(
    (text, row): Line => [
      ...(left > 0 ? [muted(`${padStart(axis[row] ?? '', left - 2)} ${axis[row] === undefined ? '│' : '┤'}`)] : []),
      span(text, tone),
      ...(right > 0 && row === lastRow ? [span(' '), span(last.label, 'title')] : []),
    ],
  );
  const times = timeLabels({ fromMs: first.atMs, toMs: last.atMs, width: plotWidth });
  const indent = ' '.repeat(Math.max(0, left - 1));
  const below: Line[] = [
    [muted(left > 0 ? `${indent}└${times.ticks}` : times.ticks)],
    [muted(`${' '.repeat(left)}${times.labels}`)],
  ];
  return [...plot, ...below.slice(2 - axisRows)].map((line) => fitTo(line, width));
}

/** Width of the labels and their `gap`; 0 if they do not fit in `room`. */
function widthBeside(labels: readonly string[], gap: number, room: number): number {
  const wanted = Math.max(...labels.map(displayWidth)) + gap;
  return wanted <= room ? wanted : 0;
}

/** Label of each axis row. A constant curve has only one label. */
function axisTexts(
  high: CurvePoint,
  low: CurvePoint,
  rows: number,
  { scaleLabel }: CurveView,
): readonly (string | undefined)[] {
  const texts = Array<string | undefined>(rows).fill(undefined);
  if (high.value === low.value) texts[Math.floor((rows - 1) / 2)] = high.label;
  else {
    const steps = Math.max(1, Math.floor((rows - 1) / labelledRows));
    for (let step = 1; step < steps && scaleLabel; step++) {
      const row = Math.round((step * (rows - 1)) / steps);
      const share = row / (rows - 1);
      texts[row] = scaleLabel(high.value * (1 - share) + low.value * share);
    }
    texts[rows - 1] = low.label;
    texts[0] = high.label;
  }
  return texts;
}

interface Scale {
  readonly low: number;
  readonly high: number;
  /** Number of dot rows. */
  readonly rows: number;
}

/** Row of dots of a value, 0 on top. */
function dotRow(value: number, { low, high, rows }: Scale): number {
  // Halve first: the difference of two huge numbers can overflow to infinity.
  const span = high / 2 - low / 2;
  if (!(span > 0)) return Math.floor((rows / 4 - 1) / 2) * 4 + 2;
  return Math.round(((high / 2 - value / 2) / span) * (rows - 1));
}

/** Bits of a braille cell's dots, by row; left column, then right. */
const dots: readonly (readonly [number, number])[] = [
  [0x01, 0x08],
  [0x02, 0x10],
  [0x04, 0x20],
  [0x40, 0x80],
];

function brailleRows(points: readonly CurvePoint[], width: number, rows: number, scale: Scale): string[] {
  const bits = Array.from({ length: rows }, () => new Uint8Array(width));
  for (const [column, { top, bottom }] of columnsOf(points, width * 2, scale).entries())
    for (let row = top; row <= bottom; row++) {
      const cells = bits[row >> 2];
      const x = column >> 1;
      if (cells) cells[x] = (cells[x] ?? 0) | (dots[row & 3]?.[column & 1] ?? 0);
    }
  return bits.map((cells) => Array.from(cells, (cell) => (cell === 0 ? ' ' : brailleChar(cell))).join(''));
}

const brailleChar = (cell: number): string => String.fromCharCode(0x2800 + cell);

/** For each dot column, the rows that the curve covers in it, so that the line has no gaps. */
function columnsOf(
  points: readonly CurvePoint[],
  count: number,
  scale: Scale,
): readonly { readonly top: number; readonly bottom: number }[] {
  const fromMs = points[0]?.atMs ?? 0;
  const stepMs = ((points.at(-1)?.atMs ?? 0) - fromMs) / count;
  let next = 0;
  let before = dotRow(points[0]?.value ?? 0, scale);
  return Array.from({ length: count }, (_, column) => {
    const endMs = column === count - 1 ? Number.POSITIVE_INFINITY : fromMs + (column + 1) * stepMs;
    const passed = [before];
    for (let point = points[next]; point && point.atMs <= endMs; point = points[++next])
      passed.push(dotRow(point.value, scale));
    before = rowBetween(points[next - 1], points[next], endMs, scale) ?? passed.at(-1) ?? before;
    passed.push(before);
    return { top: Math.min(...passed), bottom: Math.max(...passed) };
  });
}

/** Row of the line between two points at a time; null after the last point. */
function rowBetween(
  from: CurvePoint | undefined,
  to: CurvePoint | undefined,
  atMs: number,
  scale: Scale,
): number | null {
  if (!from || !to) return null;
  const share = (atMs - from.atMs) / (to.atMs - from.atMs);
  return dotRow(from.value * (1 - share) + to.value * share, scale);
}
