import { ema, vwap, vwapStartMs } from '../../../domain/market/averages.ts';
import { intervalMs } from '../../../domain/market/candles.ts';
import { formatPrice } from '../../../domain/numbers/format.ts';
import { type Line, lineWidth, muted, span, type Tone } from '../../text/span.ts';
import type { ChartView } from './chart-view.ts';
import { type Plot, partOf } from './plot-candles.ts';
import { isInside } from './price-axis.ts';
import { candleTime } from './time-axis.ts';

/** A line over the candles. */
export interface ChartAverage {
  readonly name: string;
  /** Drawn on the plot and before the name, so that lines differ without colour. */
  readonly sign: string;
  readonly tone: Tone;
  /** One for each candle; null where unknown. */
  readonly values: readonly (number | null)[];
  /** Why there are no values; '' if there are. */
  readonly reason: string;
}

export interface AverageChoice {
  readonly hasEma: boolean;
  readonly hasVwap: boolean;
}

const emas = [
  { period: 9, sign: '·', tone: 'accent' },
  { period: 21, sign: '∘', tone: 'warn' },
] as const;
/** A VWAP of a day needs several candles a day. */
const dailyBelowMs = 21_600_000;

/** The averages that are switched on. */
export function chartAverages(view: ChartView, { hasEma, hasVwap }: AverageChoice): ChartAverage[] {
  const closes = view.candles.map((candle) => (view.isBlind(candle) ? null : candle.close.value));
  return [...(hasEma ? emas.map((one) => emaOf(closes, one)) : []), ...(hasVwap ? [vwapOf(view)] : [])];
}

const emaOf = (closes: readonly (number | null)[], { period, sign, tone }: (typeof emas)[number]): ChartAverage => ({
  name: `EMA ${period}`,
  sign,
  tone,
  values: ema(closes, period),
  reason: '',
});

/** Of the UTC day as far as the candles go back; from candles of 6 hours on, of all candles. The name has its start. */
function vwapOf({ candles, interval, source }: ChartView): ChartAverage {
  const lengthMs = intervalMs(interval);
  const isDaily = lengthMs < dailyBelowMs;
  const look = { sign: '═', tone: 'title' } as const;
  if (source === 'marks') return { ...look, name: 'VWAP', values: candles.map(() => null), reason: 'no volume' };
  const startMs = vwapStartMs(candles, isDaily);
  const since = startMs === null ? '' : ` since ${candleTime(startMs, lengthMs)}`;
  return { ...look, name: `VWAP${since}`, values: vwap(candles, isDaily), reason: '' };
}

/** The values at one candle, on one line; those that do not fit are left out. */
export function averagesLine(averages: readonly ChartAverage[], index: number, width: number): Line {
  const line: Line[] = [];
  for (const { name, sign, tone, values, reason } of averages) {
    const value = values[index] ?? null;
    const text = reason || (value === null ? 'too few candles' : formatPrice(value.toPrecision(10)));
    const part: Line = [
      span(line.length > 0 ? '  ' : ''),
      span(sign, tone),
      muted(` ${name} `),
      value === null ? muted(text) : span(text),
    ];
    if (lineWidth([...line.flat(), ...part]) <= width) line.push(part);
  }
  return line.flat();
}

/** Draws the lines behind the candles. `first`: index of the first candle on the plot. */
export function plotAverages(
  { grid, candles, span: over, pitch, firstX }: Plot,
  averages: readonly ChartAverage[],
  first: number,
): void {
  for (const { sign, tone, values } of averages)
    for (const index of candles.keys()) {
      const value = values[first + index] ?? null;
      if (value !== null && isInside(value, over))
        grid.putBehind(firstX + index * pitch, partOf(value, over, grid.height * 2) >> 1, sign, tone);
    }
}
