import Big from 'big.js';
import type { Candle } from '../../../domain/market/candles.ts';
import { priceTicks, type Span, spanOf } from '../../../domain/numbers/axis-ticks.ts';
import { type Line, muted, span, type Tone } from '../../text/span.ts';
import type { ChartLevel } from './chart-levels.ts';
import { isUp, partOf } from './plot-candles.ts';
import { priceLabels } from './price-labels.ts';

interface PriceAxisView {
  /** Oldest first, at least one. */
  readonly candles: readonly Candle[];
  readonly levels: readonly ChartLevel[];
  /** Width of plot and axis. */
  readonly width: number;
}

/** Minimum width of the plot beside an axis. */
const leastPlot = 10;

export interface PriceAxis {
  readonly span: Span;
  /** Includes the axis line; 0 if the axis does not fit. */
  readonly width: number;
  line(row: number): Line;
}

/** Labels round prices, own levels and the last price; in one row the most important wins. */
export function priceAxis(view: PriceAxisView, shown: readonly Candle[], rows: number): PriceAxis {
  const last = view.candles.at(-1) as Candle;
  const span0 = spanWith(shown, view.levels);
  const ticks = priceTicks(span0, rows > 14 ? Math.floor(rows / 3) : Math.max(2, Math.ceil(rows / 2)));
  const lastPrice = new Big(last.close.text);
  const label = priceLabels(
    ticks.map(({ price }) => price),
    lastPrice,
  );
  const marks = new Map<number, { readonly text: string; readonly tone: Tone; readonly bold: boolean }>();
  const mark = (price: Big, tone: Tone, bold = false): void => {
    marks.set(rowOf(Number(price), span0, rows), { text: label(price), tone, bold });
  };
  for (const { price } of ticks) mark(price, 'muted');
  for (const { price, tone } of view.levels) if (isInside(Number(price), span0)) mark(price, tone);
  if (isInside(last.close.value, span0)) mark(lastPrice, isUp(last) ? 'up' : 'down', true);
  const labelWidth = Math.max(...[...marks.values()].map(({ text }) => text.length), 1);
  const width = labelWidth + 2;
  if (view.width - width < leastPlot) return { span: span0, width: 0, line: () => [] };
  return {
    span: span0,
    width,
    line: (row) => {
      const at = marks.get(row);
      if (!at) return [muted(`${' '.repeat(width - 1)}│`)];
      return [span(at.text.padStart(labelWidth), at.tone, { bold: at.bold }), muted(' ┤')];
    },
  };
}

export const rowOf = (price: number, over: Span, rows: number): number => partOf(price, over, rows * 2) >> 1;

export const isInside = (price: number, { low, high }: Span): boolean => price >= low && price <= high;

/** Extends the range to own levels that are near enough not to flatten the candles. */
function spanWith(shown: readonly Candle[], levels: readonly ChartLevel[]): Span {
  const prices = spanOf(shown.flatMap(({ high, low }) => [high.value, low.value]));
  const reach = (prices.high - prices.low) * 0.5;
  const near = levels
    .map(({ price }) => Number(price))
    .filter((price) => price >= prices.low - reach && price <= prices.high + reach);
  return near.length === 0 ? prices : spanOf([prices.low, prices.high, ...near]);
}
