import { type Candle, type CandleInterval, intervalMs, isTapeInterval, withoutHoles } from '../../../domain/candles.ts';
import { cleanText, textLimits } from '../../../domain/clean-text.ts';
import { formatClock, shortAddress } from '../../../domain/format.ts';
import { parseTokenId } from '../../../domain/token.ts';
import type { WantedCandles } from '../../../stores/candles.ts';
import type { Reading } from '../../../stores/desk-data.ts';
import { markCandles } from '../../../stores/mark-candles.ts';
import type { Desk } from '../../desk.ts';
import { type ChartSubject, chartSubject } from './chart-subject.ts';

/** More than the widest terminal has columns for. */
const mostCandles = 400;

export interface ChartView {
  readonly subject: ChartSubject;
  /** Symbol of the token, or the coin. */
  readonly name: string;
  readonly interval: CandleInterval;
  /** What the candles are made of: the service's own, swaps on the tape, or marks of a perp market. */
  readonly source: 'service' | 'tape' | 'marks';
  readonly reading: Reading<unknown>;
  /** Oldest first, without a hole. The same array until a candle changes. */
  readonly candles: readonly Candle[];
  /** What is said where the candles have not reached yet; '' for nothing. */
  readonly beginning: string;
  /** Nothing is known of this candle's time. */
  readonly isBlind: (candle: Candle) => boolean;
}

/** The candles of a token that the chart shows; null where it shows none, or none of a token. */
export function chartWants(desk: Desk): WantedCandles | null {
  const subject = chartSubject(desk);
  const { interval } = desk.ui.getState().chart;
  return subject?.kind === 'token' ? { tokenId: subject.tokenId, interval } : null;
}

/** The chart's candles as they stand; null where there is nothing to show. */
export function chartView(desk: Desk): ChartView | null {
  const subject = chartSubject(desk);
  const { interval } = desk.ui.getState().chart;
  if (!subject) return null;
  return subject.kind === 'coin' ? marksOf(desk, subject, interval) : tokenOf(desk, subject, interval);
}

const whole = new WeakMap<readonly Candle[], readonly Candle[]>();

function filled(candles: readonly Candle[], interval: CandleInterval): readonly Candle[] {
  const known = whole.get(candles) ?? withoutHoles(candles, intervalMs(interval), mostCandles);
  whole.set(candles, known);
  return known;
}

function tokenOf(desk: Desk, subject: ChartSubject & { kind: 'token' }, interval: CandleInterval): ChartView {
  const { tokenId } = subject;
  const { reading, candles } = desk.candles.read({ tokenId, interval });
  const isTape = isTapeInterval(interval);
  return {
    ...{ subject, interval, reading, candles: filled(candles, interval) },
    name: desk.data.token(tokenId)?.symbol || shortAddress(parseTokenId(tokenId)?.address ?? tokenId),
    source: isTape ? 'tape' : 'service',
    beginning: isTape ? `tape since ${formatClock(desk.candles.startedAtMs)}` : '',
    isBlind: ({ startMs, volumeMicros }) =>
      isTape && volumeMicros === 0n && desk.candles.wasBlind(startMs, startMs + intervalMs(interval)),
  };
}

/** The service has no candles of perp markets: they are made of the marks that the desk has received. */
function marksOf(desk: Desk, subject: ChartSubject & { kind: 'coin' }, interval: CandleInterval): ChartView {
  const { candles, sinceMs, wasBlind } = markCandles(desk.priceSamples.of(subject.coin), interval);
  return {
    ...{ subject, interval, candles: filled(candles, interval) },
    name: cleanText(subject.coin, textLimits.symbol),
    source: 'marks',
    reading: desk.data.read('markets'),
    beginning: sinceMs === null ? '' : `marks since ${formatClock(sinceMs).slice(0, 5)}`,
    isBlind: ({ startMs }) => wasBlind(startMs, startMs + intervalMs(interval)),
  };
}

/** Index of the candle that the crosshair stands on; null without one. */
export function pointedIndex(candles: readonly Candle[], crosshairMs: number | null): number | null {
  if (crosshairMs === null || candles.length === 0) return null;
  return Math.max(
    0,
    candles.findLastIndex(({ startMs }) => startMs <= crosshairMs),
  );
}
