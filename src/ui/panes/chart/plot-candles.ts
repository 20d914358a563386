import type { Candle } from '../../../domain/market/candles.ts';
import type { Span } from '../../../domain/numbers/axis-ticks.ts';
import { clamp } from '../../../domain/numbers/clamp.ts';
import type { Tone } from '../../text/span.ts';
import type { PlotGrid } from './plot-grid.ts';

export interface Plot {
  readonly grid: PlotGrid;
  readonly candles: readonly Candle[];
  readonly span: Span;
  /** Columns from one candle to the next. */
  readonly pitch: number;
  /** Column of the first candle. */
  readonly firstX: number;
  /** No data was received during this candle: it is left out. */
  readonly isBlind: (candle: Candle) => boolean;
}

export const isUp = ({ open, close }: Candle): boolean => close.value >= open.value;

/** Index of the part of the height, of `parts` equal ones from the top, that a price falls into. */
export function partOf(price: number, { low, high }: Span, parts: number): number {
  const share = (high - price) / (high - low);
  return clamp(Math.round(share * (parts - 1)), 0, parts - 1);
}

/** Halves of a cell: 0 nothing, 1 wick, 2 body. Index is upper × 3 + lower. */
const hollow = [' ', '╷', '╻', '╵', '│', '╽', '╹', '╿', '┃'];
/** No character has half a block and a wick: the wick is dropped, unless it continues beyond the cell. */
const filled = [' ', '╷', '▖', '╵', '│', '▖', '▘', '▘', '▌'];

/** Rising candles have a slim body, falling ones a broad one, to be distinguishable without colour. */
export function plotCandles(plot: Plot): void {
  plot.candles.forEach((candle, index) => {
    if (!plot.isBlind(candle)) plotCandle(plot, candle, plot.firstX + index * plot.pitch);
  });
}

function plotCandle({ grid, span }: Plot, candle: Candle, x: number): void {
  const halves = grid.height * 2;
  const [open, close] = [partOf(candle.open.value, span, halves), partOf(candle.close.value, span, halves)];
  const [top, bottom] = [partOf(candle.high.value, span, halves), partOf(candle.low.value, span, halves)];
  const [bodyTop, bodyBottom] = [Math.min(open, close), Math.max(open, close)];
  const tone: Tone = isUp(candle) ? 'up' : 'down';
  if (top === bottom && candle.open.value === candle.close.value) {
    grid.put(x, top >> 1, '─', candle.volumeMicros === 0n ? 'muted' : tone);
    return;
  }
  const half = (at: number): number => {
    if (at >= bodyTop && at <= bodyBottom) return 2;
    return at >= top && at <= bottom ? 1 : 0;
  };
  for (let y = top >> 1; y <= bottom >> 1; y++) {
    const [upper, lower] = [half(2 * y), half(2 * y + 1)];
    const goesOn = half(2 * y - 1) > 0 && half(2 * y + 2) > 0;
    const glyphs = isUp(candle) || (upper !== lower && upper * lower > 0 && goesOn) ? hollow : filled;
    grid.put(x, y, glyphs[upper * 3 + lower] as string, tone);
  }
}
