import { spotTotal } from '../../../stores/portfolio/spot-total.ts';
import { paneFrame } from '../../components/pane-frame.ts';
import { spotTotalLine } from '../../components/spot-total-line.ts';
import type { DeskView } from '../../desk/desk.ts';
import { blank, type Line, span } from '../../text/span.ts';
import type { Rect } from '../../workspaces/layout.ts';
import { paneKey } from '../../workspaces/pane-key.ts';
import type { DrawnPane } from '../pane.ts';
import { staleness } from '../pane-body.ts';
import { breakdownLines } from './breakdown-lines.ts';
import { curveLines, timeframeLine, totalsLines } from './value-lines.ts';

/** Draws the portfolio: totals of the timeframe, and the value curve. */
function portfolioLines(desk: DeskView, rect: Rect): Line[] {
  const { focus, portfolio } = desk.ui.getState();
  const pnl = desk.data.pnl(portfolio.timeframe);
  const stale = staleness(pnl, desk.refreshMs.balances, desk.now());
  return paneFrame({
    number: paneKey(desk, 'portfolio'),
    title: 'Portfolio',
    right: [...(stale.length > 0 ? [...stale, span('  ')] : []), ...spotTotalLine(spotTotal(desk.data))],
    focused: focus === 'portfolio',
    width: rect.width,
    height: rect.height,
    body: bodyOf(desk, rect.width - 4, rect.height - 2),
  });
}

/** Minimum height of the curve, including the timeframe line. */
const leastCurve = 5;

/** Height of the curve that the lines above it leave where there is room for both. */
const usualCurve = 6;

/** At most `most` lines: the totals, then where the money was made and lost. */
function topLines(desk: DeskView, width: number, most: number): Line[] {
  const totals = totalsLines(desk, width, most);
  const rest = most - totals.length;
  // By kind alone says half of it: both lines or none.
  return [...totals, ...breakdownLines(desk, width).slice(0, rest - (rest % 2))];
}

function bodyOf(desk: DeskView, width: number, height: number): Line[] {
  const { timeframe } = desk.ui.getState().portfolio;
  const isThere = desk.data.pnl(timeframe).data !== undefined;
  const top = topLines(desk, width, isThere ? Math.max(1, height - usualCurve) : height);
  const air = height >= 14 ? [blank] : [];
  const rest = height - top.length - air.length;
  // A loading or error text may use all the height.
  if (isThere && rest >= leastCurve) return [...top, ...air, ...curveLines(desk, width, rest)];
  return [...topLines(desk, width, Math.max(1, height - 1)), timeframeLine(desk, width)].slice(0, height);
}

export const portfolioPane: DrawnPane = {
  title: 'Portfolio',
  heading: 'Portfolio pane',
  home: 'portfolio',
  focus: { title: 'portfolio', description: 'Focus the portfolio: value and profit over time', keys: ['9'] },
  // Today's part of the breakdown.
  wants: () => ({ names: ['fills', 'funding'] }),
  lines: portfolioLines,
};
