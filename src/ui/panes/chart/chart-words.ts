import {
  type Candle,
  type CandleInterval,
  candleIntervals,
  intervalMs,
  intervalText,
  isTapeInterval,
} from '../../../domain/market/candles.ts';
import { formatAge, formatPrice, groupThousands } from '../../../domain/numbers/format.ts';
import { candlesEveryMs } from '../../../stores/market/candles.ts';
import type { DeskView } from '../../desk/desk.ts';
import { movedName, movingOrder } from '../../desk/moving-order.ts';
import { keyOf } from '../../keys/keymap.ts';
import { type Line, muted, span } from '../../text/span.ts';
import { staleness } from '../pane-body.ts';
import type { ChartFill } from './chart-fills.ts';
import type { ChartView } from './chart-view.ts';
import { changePct, changeSpan } from './legend.ts';

const sources: Readonly<Record<ChartView['source'], string>> = { service: '', tape: ' tape', marks: ' marks' };

export const titleOf = ({ subject, name, interval, source }: ChartView): string =>
  `${name}${subject.kind === 'coin' ? ' perp' : ''} ${intervalText(interval)}${sources[source]}`;

/** The order being moved, with its old and its new price. */
export function movingWords(desk: DeskView): Line {
  const moving = movingOrder(desk, 'chart');
  if (!moving) return [];
  const [from, to] = [moving.from, moving.price].map((price) => groupThousands(price.toFixed()));
  return [span(`${movedName(moving.row)} ${from} → ${to}`, 'warn', { bold: true }), span('  ')];
}

/** The last price, its change over the visible time, and the number of own trades in it. */
export function newsOf({ candles, interval }: ChartView, shown: readonly Candle[], fills: readonly ChartFill[]): Line {
  // The newest candles that fit, wherever the crosshair is.
  const [first, last] = [candles.at(-shown.length), candles.at(-1)];
  if (!first || !last) return [];
  const change = changePct(first.open.text, last.close.text);
  return [
    span(formatPrice(last.close.text), 'title', { bold: true }),
    ...(change ? [span('  '), changeSpan(change), muted(` in ${spanText(shown.length, interval)}`)] : []),
    ...countOf(fills, shown, intervalMs(interval)),
  ];
}

function spanText(count: number, interval: CandleInterval): string {
  const ms = count * intervalMs(interval);
  return ms < 10_000 ? `${ms / 1000} s` : formatAge(ms);
}

function countOf(fills: readonly ChartFill[], shown: readonly Candle[], lengthMs: number): Line {
  const [fromMs, toMs] = [shown[0]?.startMs ?? 0, (shown.at(-1)?.startMs ?? 0) + lengthMs];
  const seen = fills.filter(({ atMs }) => atMs >= fromMs && atMs < toMs);
  const bought = seen.filter(({ isBuy }) => isBuy).length;
  const sold = seen.length - bought;
  return [
    ...(bought > 0 ? [span('  '), span(`▲ ${bought}`, 'up')] : []),
    ...(sold > 0 ? [span('  '), span(`▼ ${sold}`, 'down')] : []),
  ];
}

export function emptyWords(desk: DeskView, { name, interval, source, beginning }: ChartView): string {
  const key = (command: CommandId): string => keyOf(desk.keymap, command);
  if (source === 'marks')
    return `No mark price of ${name} yet: its candles are built from the marks that the desk receives. ${key('chart.token')} shows another chart.`;
  if (source === 'service')
    return `The service has no ${intervalText(interval)} candles of ${name}. ${key('chart.next')} shows another interval, ${key('chart.token')} another token.`;
  const longer = candleIntervals.find((other) => !isTapeInterval(other));
  return `No swap of ${name} yet (${beginning}): ${intervalText(interval)} candles are built from the tape. ${key('chart.next')} shows longer ones, from ${intervalText(longer ?? '1m')}.`;
}

/** The age of tape candles is that of the stream, of others that of their read. */
export function ageOf(desk: DeskView, { reading, interval, source }: ChartView): Line {
  if (!isTapeInterval(interval) && source === 'service')
    return staleness(reading, candlesEveryMs(interval), desk.now());
  if (source === 'marks') return staleness(reading, desk.refreshMs.markets, desk.now());
  const { state, lastMessageAtMs } = desk.session.getState().connection;
  if (state === 'connected' || lastMessageAtMs === null) return [];
  return [span(`${formatAge(desk.now() - lastMessageAtMs)} old`, 'warn')];
}
