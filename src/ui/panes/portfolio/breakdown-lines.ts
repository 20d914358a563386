import { formatSignedUsd } from '../../../domain/numbers/format.ts';
import { padEnd } from '../../../domain/text/text-width.ts';
import { type PnlBreakdown, type PnlPart, realisedIn, todayIn } from '../../../stores/portfolio/pnl-breakdown.ts';
import { equityNow } from '../../components/equity-parts.ts';
import type { DeskView } from '../../desk/desk.ts';
import { signTone } from '../../text/cells.ts';
import { type Line, lineWidth, muted, span } from '../../text/span.ts';

const labelWidth = 'lifetime by kind'.length + 2;

/** Where money was made and lost, by kind and by perp coin, the largest loss first: today, and in the timeframe. */
export function breakdownLines(desk: DeskView, width: number): Line[] {
  const { timeframe } = desk.ui.getState().portfolio;
  const { problem } = desk.data.perpPeriod(timeframe);
  const waiting = problem ? `✕ perps: ${problem.code}` : '…';
  return [
    ...twoLines('today', todayIn(desk.data, equityNow(desk)), '…', width),
    ...twoLines(timeframe, realisedIn(desk.data, timeframe), waiting, width),
  ];
}

/** The same two lines before the read ends, so that nothing moves. */
function twoLines(name: string, breakdown: PnlBreakdown | null, waiting: string, width: number): Line[] {
  const line = (by: string, parts: readonly PnlPart[] | undefined, none: string): Line => [
    muted(padEnd(`${name} by ${by}`, labelWidth)),
    ...(parts ? listed(parts, none, breakdown?.incomplete ?? null, width - labelWidth) : [muted(waiting)]),
  ];
  return [line('kind', breakdown?.byKind, 'nothing'), line('coin', breakdown?.byCoin, 'no perp trades or payments')];
}

/** As many parts as fit, and how many more there are. */
function listed(parts: readonly PnlPart[], none: string, incomplete: string | null, width: number): Line {
  const warning = incomplete === null ? [] : [span(`   ${incomplete}`, 'warn')];
  if (parts.length === 0) return [muted(none), ...warning];
  for (let count = parts.length; count > 1; count--) {
    const line = [...parts.slice(0, count).flatMap(partLine), ...moreOf(parts.length - count), ...warning];
    if (lineWidth(line) <= width) return line;
  }
  return [...parts.slice(0, 1).flatMap(partLine), ...moreOf(parts.length - 1), ...warning];
}

const moreOf = (count: number): Line => (count === 0 ? [] : [muted(`   +${count} more`)]);

const partLine = ({ label, usd }: PnlPart, index: number): Line => [
  muted(`${index === 0 ? '' : '   '}${label} `),
  span(formatSignedUsd(usd), signTone(usd)),
];
