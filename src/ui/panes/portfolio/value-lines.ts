import type Big from 'big.js';
import { timeframes } from '../../../domain/market/timeframe.ts';
import { formatSignedUsd, formatUsd, groupThousands } from '../../../domain/numbers/format.ts';
import { type PnlView, pnlView } from '../../../stores/portfolio/pnl-view.ts';
import { type SpotTotal, spotTotal } from '../../../stores/portfolio/spot-total.ts';
import { equityNow, equityPart, todayPart } from '../../components/equity-parts.ts';
import { heatPart } from '../../components/heat-parts.ts';
import type { DeskView } from '../../desk/desk.ts';
import { keyLabel } from '../../keys/keymap.ts';
import { known, signTone } from '../../text/cells.ts';
import { flow } from '../../text/flow.ts';
import { fitTo, type Line, lineWidth, muted, quiet, type Span, span } from '../../text/span.ts';
import { insteadOfRows, staleness } from '../pane-body.ts';
import { curve } from './curve.ts';

type ValuePoint = PnlView['points'][number];

/** Totals of the timeframe on at most `most` lines, most important first; totals that do not fit are left out. */
export function totalsLines(desk: DeskView, width: number, most: number): Line[] {
  const { timeframe } = desk.ui.getState().portfolio;
  const pnl = pnlView(desk.data, timeframe);
  const words = { loading: `Reading the PnL, ${timeframe} …`, empty: '', rowCount: 1, filter: '' };
  if (!pnl) return (insteadOfRows(desk.data.pnl(timeframe), words, width, desk.keymap) ?? []).slice(0, most);
  const equity = equityNow(desk);
  const parts: Line[] = [
    equityPart(equity),
    ...(equity.totalUsd ? [todayPart(equity)] : []),
    [muted(`spot PnL ${timeframe} `), signed(pnl.totalUsd)],
    heatPart(desk, equity),
    [muted(`realised ${timeframe} `), signed(pnl.realisedUsd)],
    [muted('unrealised now '), signed(pnl.unrealisedUsd)],
    [muted(`bought ${timeframe} `), known(pnl.boughtUsd, formatUsd)],
    [muted(`sold ${timeframe} `), known(pnl.soldUsd, formatUsd)],
    [muted('tokens held '), span(groupThousands(String(pnl.positionCount)))],
  ];
  const [all, butLast] = [flow(parts, width), flow(parts.slice(0, -1), width)];
  // The last total is dropped if it would need its own line.
  const lines = (butLast.length < all.length ? butLast : all).slice(0, most);
  return isOld(desk) ? lines.map(quiet) : lines;
}

const isOld = (desk: DeskView): boolean =>
  staleness(desk.data.pnl(desk.ui.getState().portfolio.timeframe), desk.refreshMs.balances, desk.now()).length > 0;

const signed = (value: Big | null): Span => known(value, formatSignedUsd, signTone(value));

/** The timeframes with the selected one marked, and the key for the next. */
export function timeframeLine(desk: DeskView, width: number): Line {
  const { timeframe } = desk.ui.getState().portfolio;
  const [key] = desk.keymap.keysOf('portfolio.timeframe');
  const names: Line = [
    muted('Value  '),
    ...timeframes.flatMap(
      (one): Line => [one === timeframe ? span(`‹${one}›`, 'accent', { bold: true }) : muted(` ${one} `)],
    ),
  ];
  const whole = key === undefined ? names : [...names, span(`  ${keyLabel(key)}`, 'accent'), muted(' next')];
  return lineWidth(whole) <= width ? whole : names;
}

/** The value curve, `height` lines including the timeframe line. */
export function curveLines(desk: DeskView, width: number, height: number): Line[] {
  if (height < 2) return [];
  const pnl = pnlView(desk.data, desk.ui.getState().portfolio.timeframe);
  const points = endingNow(pnl?.points ?? [], spotTotal(desk.data));
  const plot: Line[] =
    points.length > 0
      ? curve(points.map(curvePoint), { width, height: height - 1, tone: wayOf(points), scaleLabel })
      : [[muted(pnl ? 'The service has no past values for this timeframe.' : '')]];
  const padded = Array.from({ length: height - 1 }, (_, index) => fitTo(plot[index] ?? [], width));
  return [timeframeLine(desk, width), ...(isOld(desk) ? padded.map(quiet) : padded)];
}

/** Further apart than this, the service's last value counts something else, in parts of it. */
const sameWithin = 0.01;

/** The last value is the service's at another moment: the curve ends at the total that the other panes show. */
const endingNow = (points: readonly ValuePoint[], { usd, missing }: SpotTotal): readonly ValuePoint[] => {
  const last = points.at(-1);
  const isSame = last && missing.length === 0 && last.valueUsd.minus(usd).abs().lte(last.valueUsd.times(sameWithin));
  return isSame ? points.with(-1, { ...last, valueUsd: usd }) : points;
};

const scaleLabel = (value: number): string => formatUsd(value.toFixed(2));

const curvePoint = ({ atMs, valueUsd }: ValuePoint) => ({
  atMs,
  value: Number(valueUsd.toString()),
  label: formatUsd(valueUsd),
});

function wayOf(points: readonly ValuePoint[]): Span['tone'] {
  const [first, last] = [points[0], points.at(-1)];
  return first && last ? signTone(last.valueUsd.minus(first.valueUsd)) : 'plain';
}
