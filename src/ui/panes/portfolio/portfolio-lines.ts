import { formatUsd } from '../../../domain/numbers/format.ts';
import { paneFrame } from '../../components/pane-frame.ts';
import type { DeskView } from '../../desk/desk.ts';
import { blank, type Line, muted, span } from '../../text/span.ts';
import type { Rect } from '../../workspaces/layout.ts';
import { paneKey } from '../../workspaces/pane-key.ts';
import type { DrawnPane } from '../pane.ts';
import { staleness } from '../pane-body.ts';
import { curveLines, timeframeLine, totalsLines } from './value-lines.ts';

/** Draws the portfolio: totals of the timeframe, and the value curve. */
function portfolioLines(desk: DeskView, rect: Rect): Line[] {
  const { focus, portfolio } = desk.ui.getState();
  const pnl = desk.data.pnl(portfolio.timeframe);
  const stale = staleness(pnl, desk.refreshMs.balances, desk.now());
  const value = pnl.data?.totalValueUsd;
  return paneFrame({
    number: paneKey(desk, 'portfolio'),
    title: 'Portfolio',
    right: [
      ...(stale.length > 0 ? [...stale, span('  ')] : []),
      ...(value === undefined ? [muted('…')] : [span(formatUsd(value)), muted(' USD')]),
    ],
    focused: focus === 'portfolio',
    width: rect.width,
    height: rect.height,
    body: bodyOf(desk, rect.width - 4, rect.height - 2),
  });
}

/** Minimum height of the curve, including the timeframe line. */
const leastCurve = 5;

function bodyOf(desk: DeskView, width: number, height: number): Line[] {
  const { timeframe } = desk.ui.getState().portfolio;
  const isThere = desk.data.pnl(timeframe).data !== undefined;
  const top = totalsLines(desk, width, height >= 14 ? 4 : height >= 9 ? 2 : 1);
  const air = height >= 14 ? [blank] : [];
  const rest = height - top.length - air.length;
  // A loading or error text may use all the height.
  if (isThere && rest >= leastCurve) return [...top, ...air, ...curveLines(desk, width, rest)];
  return [...totalsLines(desk, width, Math.max(1, height - 1)), timeframeLine(desk, width)].slice(0, height);
}

export const portfolioPane: DrawnPane = {
  title: 'Portfolio',
  heading: 'Portfolio pane',
  home: 'portfolio',
  focus: { title: 'portfolio', description: 'Focus the portfolio: value and profit over time', keys: ['9'] },
  lines: portfolioLines,
};
