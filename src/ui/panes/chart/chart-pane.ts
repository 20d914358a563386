import {
  type Candle,
  type CandleInterval,
  candleIntervals,
  intervalMs,
  intervalText,
  isTapeInterval,
} from '../../../domain/candles.ts';
import { formatAge, formatClock, formatPrice } from '../../../domain/format.ts';
import { keyOf } from '../../../keys/keymap.ts';
import { candlesEveryMs } from '../../../stores/candles.ts';
import { orderRows } from '../../../stores/order-rows.ts';
import { paneFrame } from '../../components/pane-frame.ts';
import type { Desk } from '../../desk.ts';
import type { Rect } from '../../layout.ts';
import { paneKey } from '../../pane-key.ts';
import { type Line, muted, plainText, quiet, span, wrap } from '../../text/span.ts';
import { insteadOfRows, staleness } from '../pane-body.ts';
import { chartBody } from './chart-body.ts';
import { type ChartView, chartView, orderLevels, pointedIndex } from './chart-view.ts';
import { changePct, changeSpan } from './legend.ts';

interface Drawn {
  readonly of: readonly unknown[];
  readonly lines: Line[];
}

/** One drawing a desk: the plot is made anew only when something that it shows has changed. */
const drawn = new WeakMap<Desk, Drawn>();

/** Draws the chart: what the price of the tape's token did. */
export function chartLines(desk: Desk, rect: Rect): Line[] {
  const { focus, chart } = desk.ui.getState();
  const focused = focus === 'chart';
  const view = chartView(desk);
  const age = view ? ageOf(desk, view) : [];
  const orders = orderRows(desk.data);
  const { width, height } = rect;
  const of = [
    ...[view?.candles, view?.symbol, view?.tokenId, view?.reading.problem, view?.reading.data === undefined],
    ...[orders, chart, focused, width, height, plainText(age)],
  ];
  const known = drawn.get(desk);
  if (known?.of.every((part, index) => part === of[index])) return known.lines;
  const { body, right } = content(desk, view, age, { width: width - 4, height: height - 2 });
  const title = view ? titleOf(view) : 'Chart';
  const lines = paneFrame({ number: paneKey(desk, 'chart'), title, right, body, focused, width, height });
  drawn.set(desk, { of, lines });
  return lines;
}

const titleOf = ({ symbol, interval }: ChartView): string =>
  `${symbol} ${intervalText(interval)}${isTapeInterval(interval) ? ' tape' : ''}`;

interface Room {
  readonly width: number;
  readonly height: number;
}

function content(
  desk: Desk,
  view: ChartView | null,
  age: Line,
  { width, height }: Room,
): { readonly body: readonly Line[]; readonly right: Line } {
  if (!view) return { body: wrap('No token is on the tape: there is nothing to chart.', width, 'muted'), right: [] };
  const { candles, interval, symbol, tokenId, reading } = view;
  const instead = insteadOfRows(
    reading,
    {
      loading: `Reading candles of ${symbol} …`,
      empty: emptyWords(desk, view),
      rowCount: candles.length,
      filter: '',
    },
    width,
    desk.keymap,
  );
  if (instead) return { body: instead, right: age };
  const { chart } = desk.ui.getState();
  const isTape = isTapeInterval(interval);
  const { lines, shown } = chartBody({
    ...{ candles, interval, width, height, isLine: chart.isLine },
    pointed: pointedIndex(candles, chart.crosshairMs),
    levels: orderLevels(orderRows(desk.data), tokenId),
    beginning: isTape ? `tape since ${formatClock(desk.candles.startedAtMs)}` : '',
    isBlind: ({ startMs, volumeMicros }) =>
      isTape && volumeMicros === 0n && desk.candles.wasBlind(startMs, startMs + intervalMs(interval)),
  });
  const isOld = age.length > 0;
  return {
    body: isOld ? lines.map(quiet) : lines,
    right: [...age, ...(isOld ? [span('  ')] : []), ...news(view, shown)],
  };
}

/** The last price, and how far it went in the time that is shown. */
function news({ candles, interval }: ChartView, shown: readonly Candle[]): Line {
  // Of the newest that fit, wherever the crosshair stands.
  const [first, last] = [candles.at(-shown.length), candles.at(-1)];
  if (!first || !last) return [];
  const change = changePct(first.open.text, last.close.text);
  const price = span(formatPrice(last.close.text), 'title', { bold: true });
  if (!change) return [price];
  return [price, span('  '), changeSpan(change), muted(` in ${spanText(shown.length, interval)}`)];
}

function spanText(count: number, interval: CandleInterval): string {
  const ms = count * intervalMs(interval);
  return ms < 10_000 ? `${ms / 1000} s` : formatAge(ms);
}

function emptyWords(desk: Desk, { symbol, interval }: ChartView): string {
  const longer = candleIntervals.find((other) => !isTapeInterval(other));
  return isTapeInterval(interval)
    ? `No swap of ${symbol} since the desk started at ${formatClock(desk.candles.startedAtMs)}: candles of ${intervalText(interval)} are made from the tape. ${keyOf(desk.keymap, 'chart.next')} shows longer ones, from ${intervalText(longer ?? '1m')}.`
    : `The service has no candles of ${symbol} at ${intervalText(interval)}. ${keyOf(desk.keymap, 'chart.next')} shows another interval, ${keyOf(desk.keymap, 'chart.token')} another token.`;
}

/** Candles from the tape are as old as the stream; those of the service as old as their read. */
function ageOf(desk: Desk, { reading, interval }: ChartView): Line {
  if (!isTapeInterval(interval)) return staleness(reading, candlesEveryMs(interval), desk.now());
  const { state, lastMessageAtMs } = desk.session.getState().connection;
  if (state === 'connected' || lastMessageAtMs === null) return [];
  return [span(`${formatAge(desk.now() - lastMessageAtMs)} old`, 'warn')];
}
