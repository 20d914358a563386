import type { Span } from '../../../domain/axis-ticks.ts';
import { formatPrice } from '../../../domain/format.ts';
import type { Tone } from '../../text/span.ts';
import type { ChartLevel } from './chart-levels.ts';
import type { PlotGrid } from './plot-grid.ts';
import { isInside, rowOf } from './price-axis.ts';

/** Rows at the top and at the bottom in which levels beyond the plot can be named. */
const farRows = 3;

/**
 * Levels as broken lines behind what was traded, named on the left, and the last price as a dotted one where no level has its
 * row; levels beyond the plot are named at its edge, with an arrow.
 */
export function plotLevels(grid: PlotGrid, levels: readonly ChartLevel[], lastPrice: number, over: Span): void {
  const named = new Map<number, number>();
  for (const { price, name, tone } of levels.toReversed()) {
    const value = Number(price);
    if (!isInside(value, over)) continue;
    const y = rowOf(value, over, grid.height);
    // Two in one row stand beside each other.
    const x = named.get(y) ?? 0;
    for (const [at, char] of [...name].entries()) grid.put(x + at, y, char, tone);
    named.set(y, x + name.length + 1);
    across(grid, y, '╌', tone);
  }
  if (isInside(lastPrice, over)) across(grid, rowOf(lastPrice, over, grid.height), '┄', 'muted');
  plotFarLevels(grid, levels, over);
}

/** The nearest first: what has no room left is the furthest. */
function plotFarLevels(grid: PlotGrid, levels: readonly ChartLevel[], over: Span): void {
  const far = levels.map((level) => ({ ...level, value: Number(level.price) }));
  const above = far.filter(({ value }) => value > over.high).sort((a, b) => a.value - b.value);
  const below = far.filter(({ value }) => value < over.low).sort((a, b) => b.value - a.value);
  for (const level of above) writeFar(grid, { ...level, arrow: '↑', from: 0, step: 1 });
  for (const level of below) writeFar(grid, { ...level, arrow: '↓', from: grid.height - 1, step: -1 });
}

interface Far extends ChartLevel {
  readonly arrow: string;
  readonly from: number;
  readonly step: number;
}

/** In the first blank place from the left, at the edge itself where there is one. */
function writeFar(grid: PlotGrid, { price, name, tone, arrow, from, step }: Far): void {
  const text = `${name} ${formatPrice(price)} ${arrow}`;
  for (let row = 0; row < Math.min(farRows, grid.height); row++)
    for (let x = 1; x + text.length <= grid.width; x++) if (grid.write(x, from + row * step, text, tone)) return;
}

function across(grid: PlotGrid, y: number, char: string, tone: Tone): void {
  for (let x = 0; x < grid.width; x++) grid.putBehind(x, y, char, tone);
}
