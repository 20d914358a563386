import {
  type Candle,
  type CandleInterval,
  intervalMs,
  isTapeInterval,
  withoutHoles,
} from '../../../domain/market/candles.ts';
import { parseTokenId } from '../../../domain/market/token.ts';
import { formatClock, shortAddress } from '../../../domain/numbers/format.ts';
import { cleanText, textLimits } from '../../../domain/text/clean-text.ts';
import type { Reading } from '../../../stores/desk-data.ts';
import type { WantedCandles } from '../../../stores/market/candles.ts';
import { markCandles } from '../../../stores/market/mark-candles.ts';
import type { DeskView } from '../../desk/desk.ts';
import { type ChartSubject, chartSubject } from './chart-subject.ts';
import { dayText } from './time-axis.ts';

/** More candles than the widest terminal has columns. */
const mostCandles = 400;

export interface ChartView {
  readonly subject: ChartSubject;
  /** Symbol of the token, or the coin. */
  readonly name: string;
  readonly interval: CandleInterval;
  /** Source of the candles: the service, swaps on the tape, or marks of a perp market. */
  readonly source: 'service' | 'tape' | 'marks';
  readonly reading: Reading<unknown>;
  /** Oldest first, without gaps. The same array until a candle changes. */
  readonly candles: readonly Candle[];
  /** Text for the area before the first candle; '' for none. */
  readonly beginning: string;
  /** No data was received during this candle. */
  readonly isBlind: (candle: Candle) => boolean;
}

/** The candles that the chart needs read; null unless it shows a token. */
export function chartWants(desk: DeskView): WantedCandles | null {
  const subject = chartSubject(desk);
  const { interval } = desk.ui.getState().chart;
  return subject?.kind === 'token' ? { tokenId: subject.tokenId, interval } : null;
}

/** The chart's current candles; null if there is nothing to chart. */
export function chartView(desk: DeskView): ChartView | null {
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

function tokenOf(desk: DeskView, subject: ChartSubject & { kind: 'token' }, interval: CandleInterval): ChartView {
  const { tokenId } = subject;
  const { reading, candles } = desk.candles.read({ tokenId, interval });
  const isTape = isTapeInterval(interval);
  return {
    subject,
    interval,
    reading,
    candles: filled(candles, interval),
    name: desk.data.token(tokenId)?.symbol || shortAddress(parseTokenId(tokenId)?.address ?? tokenId),
    source: isTape ? 'tape' : 'service',
    beginning: isTape ? `tape since ${formatClock(desk.candles.tapeSinceMs(tokenId))}` : '',
    isBlind: ({ startMs, volumeMicros }) =>
      isTape && volumeMicros === 0n && desk.candles.wasBlind(startMs, startMs + intervalMs(interval)),
  };
}

/** The service has no candles of perp markets: the desk builds them from the marks that it receives. */
function marksOf(desk: DeskView, subject: ChartSubject & { kind: 'coin' }, interval: CandleInterval): ChartView {
  const { candles, sinceMs, wasBlind } = markCandles(
    desk.priceSamples.of(subject.coin),
    interval,
    desk.priceSamples.history(subject.coin),
  );
  return {
    subject,
    interval,
    candles: filled(candles, interval),
    name: cleanText(subject.coin, textLimits.symbol),
    source: 'marks',
    reading: desk.data.read('markets'),
    beginning: sinceMs === null ? '' : `marks since ${timeOf(sinceMs, desk.now())}`,
    isBlind: ({ startMs }) => wasBlind(startMs, startMs + intervalMs(interval)),
  };
}

/** `14:03`; with the day if that is not within the last 24 hours. */
const timeOf = (atMs: number, nowMs: number): string =>
  `${nowMs - atMs < 86_400_000 ? '' : `${dayText(atMs)} `}${formatClock(atMs).slice(0, 5)}`;

/** Index of the candle under the crosshair; null without a crosshair. */
export function pointedIndex(candles: readonly Candle[], crosshairMs: number | null): number | null {
  if (crosshairMs === null || candles.length === 0) return null;
  return Math.max(
    0,
    candles.findLastIndex(({ startMs }) => startMs <= crosshairMs),
  );
}
