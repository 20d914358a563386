import Big from 'big.js';
import { type Candle, type CandleInterval, intervalMs, microsText } from '../../../domain/market/candles.ts';
import { formatPct, formatPrice, formatUsd } from '../../../domain/numbers/format.ts';
import { signTone } from '../../text/cells.ts';
import { type Line, lineWidth, muted, type Span, span } from '../../text/span.ts';
import { type ChartFill, fillWords } from './chart-fills.ts';
import { candleTime } from './time-axis.ts';

/** Change from one price to another, in per cent; null if the first is zero. */
export function changePct(from: string, to: string): Big | null {
  const start = new Big(from);
  return start.gt(0) ? new Big(to).minus(start).times(100).div(start) : null;
}

/** A percentage with sign and colour. */
export const changeSpan = (change: Big): Span =>
  span(formatPct(change, change.abs().lt(10) ? 2 : 1, { sign: true }), signTone(change));

const labelled = (label: string, text: string): Line => [muted(`${label} `), span(text)];
const tight = ([label, ...rest]: Line): Line => (label ? [{ ...label, text: label.text.trimEnd() }, ...rest] : []);

export interface LegendView {
  readonly interval: CandleInterval;
  readonly isPointed: boolean;
  /** Own trades in all candles, oldest first. */
  readonly fills: readonly ChartFill[];
  readonly hasVolume: boolean;
  readonly width: number;
  readonly rows: number;
}

/** The numbers of one candle on at most `rows` lines; parts that do not fit are left out, least important first. */
export function legend(candle: Candle, { interval, isPointed, fills, hasVolume, width, rows }: LegendView): Line[] {
  if (rows < 1) return [];
  const change = changePct(candle.open.text, candle.close.text);
  const time: Line = [span(candleTime(candle.startMs, intervalMs(interval)), isPointed ? 'accent' : 'muted')];
  const prices = (['open', 'high', 'low', 'close'] as const).map((part) =>
    labelled((part[0] as string).toUpperCase(), formatPrice(candle[part].text)),
  );
  const volume = hasVolume ? [labelled('V', formatUsd(microsText(candle.volumeMicros)))] : [];
  const done = isPointed ? doneIn(candle, fills, intervalMs(interval)) : [];
  const rest = [...(change ? [[changeSpan(change)]] : []), ...volume];
  const one = joinedBy([time, ...prices, ...rest, ...done], 2);
  if (lineWidth(one) <= width) return [one];
  if (rows > 1) return [kept([time, ...done, ...rest], width), kept(prices, width)];
  return [kept([time, ...done, ...prices, ...rest], width)];
}

/** Own trades during a candle: the last one, and the number of others. */
function doneIn({ startMs }: Candle, fills: readonly ChartFill[], lengthMs: number): Line[] {
  const own = fills.filter(({ atMs }) => atMs >= startMs && atMs < startMs + lengthMs);
  const last = own.at(-1);
  if (!last) return [];
  const more = own.length > 1 ? [muted(` and ${own.length - 1} more`)] : [];
  return [[span(fillWords(last), last.isBuy ? 'up' : 'down'), ...more]];
}

function kept(parts: readonly Line[], width: number): Line {
  if (lineWidth(joinedBy(parts, 2)) <= width) return joinedBy(parts, 2);
  const close = parts.map(tight);
  while (close.length > 0 && lineWidth(joinedBy(close, 1)) > width) close.pop();
  return joinedBy(close, 1);
}

const joinedBy = (parts: readonly Line[], gap: number): Line =>
  parts.flatMap((part, index) => (index === 0 ? part : [span(' '.repeat(gap)), ...part]));
