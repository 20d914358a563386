import type { Span } from '../../../domain/numbers/axis-ticks.ts';
import { formatPrice } from '../../../domain/numbers/format.ts';
import type { Tone } from '../../text/span.ts';
import type { ChartLevel } from './chart-levels.ts';
import type { PlotGrid } from './plot-grid.ts';
import { isInside, rowOf } from './price-axis.ts';

/** Number of rows at the top and bottom edge for labels of levels outside the plot. */
const farRows = 3;

/**
 * Draws levels as dashed lines behind the candles, labelled on the left, and the last price as a dotted line in a row without
 * a level. Levels outside the plot are labelled at its edge, with an arrow.
 */
export function plotLevels(grid: PlotGrid, levels: readonly ChartLevel[], lastPrice: number, over: Span): void {
  const named = new Map<number, number>();
  for (const { price, name, tone } of levels.toReversed()) {
    const value = Number(price);
    if (!isInside(value, over)) continue;
    const y = rowOf(value, over, grid.height);
    // Labels in the same row go side by side.
    const x = named.get(y) ?? 0;
    for (const [at, char] of [...name].entries()) grid.put(x + at, y, char, tone);
    named.set(y, x + name.length + 1);
    across(grid, y, '╌', tone);
  }
  if (isInside(lastPrice, over)) across(grid, rowOf(lastPrice, over, grid.height), '┄', 'muted');
  plotFarLevels(grid, levels, over);
}

/** Nearest first, so that the furthest are left out if there is no room. */
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

/** Writes the label in the first blank place from the left, as close to the edge as possible. */
function writeFar(grid: PlotGrid, { price, name, tone, arrow, from, step }: Far): void {
  const text = `${name} ${formatPrice(price)} ${arrow}`;
  for (let row = 0; row < Math.min(farRows, grid.height); row++)
    for (let x = 1; x + text.length <= grid.width; x++) if (grid.write(x, from + row * step, text, tone)) return;
}

function across(grid: PlotGrid, y: number, char: string, tone: Tone): void {
  for (let x = 0; x < grid.width; x++) grid.putBehind(x, y, char, tone);
}
