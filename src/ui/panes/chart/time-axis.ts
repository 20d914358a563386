import type { Candle } from '../../../domain/market/candles.ts';
import { timeStep } from '../../../domain/numbers/axis-ticks.ts';
import { formatClock } from '../../../domain/numbers/format.ts';
import { type Line, muted, span } from '../../text/span.ts';

const dayMs = 86_400_000;
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Day and month in UTC: 20 Nov. */
export function dayText(atMs: number): string {
  const day = new Date(atMs);
  return `${day.getUTCDate()} ${months[day.getUTCMonth()] ?? '?'}`;
}

/** Start time of a candle in UTC, as precise as its interval needs. */
export function candleTime(startMs: number, lengthMs: number): string {
  if (lengthMs >= dayMs) return dayText(startMs);
  const clock = formatClock(startMs).slice(0, lengthMs < 60_000 ? 8 : 5);
  return lengthMs >= 900_000 ? `${dayText(startMs)} ${clock}` : clock;
}

interface TimeAxisView {
  readonly candles: readonly Candle[];
  readonly lengthMs: number;
  readonly pitch: number;
  /** Column of the first candle in the plot. */
  readonly firstX: number;
  /** Columns before the plot, ending with the price axis; 0 without one. */
  readonly before: number;
  readonly width: number;
  /** Column of the crosshair in the plot; null for none. */
  readonly crosshairX: number | null;
}

/** The axis with ticks at round times, and their labels below. */
export function timeAxis(view: TimeAxisView): [axis: Line, labels: Line] {
  const { candles, lengthMs, pitch, firstX, before, width, crosshairX } = view;
  const room = lengthMs < 60_000 ? 12 : 10;
  const step = timeStep(Math.max(lengthMs, Math.ceil(room / pitch) * lengthMs));
  const axis = [...'─'.repeat(Math.max(0, width - before))];
  const labels = new Array<string>(width).fill(' ');
  let freeFrom = 0;
  candles.forEach(({ startMs }, index) => {
    if (startMs % step !== 0) return;
    const text = markText(startMs, step, lengthMs);
    const x = firstX + index * pitch;
    const from = before + x - Math.floor(text.length / 2);
    if (from < freeFrom || from + text.length > width) return;
    axis[x] = '┬';
    labels.splice(from, text.length, ...text);
    freeFrom = from + text.length + 2;
  });
  const corner = before > 0 ? muted(`${' '.repeat(before - 1)}└`) : span('');
  return [[corner, ...marked(axis, crosshairX)], [muted(labels.join(''))]];
}

const marked = (axis: readonly string[], at: number | null): Line =>
  at === null
    ? [muted(axis.join(''))]
    : [muted(axis.slice(0, at).join('')), span('┴', 'accent'), muted(axis.slice(at + 1).join(''))];

function markText(startMs: number, step: number, lengthMs: number): string {
  if (step >= dayMs || (lengthMs >= 900_000 && startMs % dayMs === 0)) return dayText(startMs);
  return formatClock(startMs).slice(0, step < 60_000 ? 8 : 5);
}
