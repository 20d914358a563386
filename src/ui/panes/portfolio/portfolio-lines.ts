import { paneFrame } from '../../components/pane-frame.ts';
import type { Desk } from '../../desk.ts';
import { paneOrder, type Rect } from '../../layout.ts';
import { blank, type Line, span } from '../../text/span.ts';
import { staleness } from '../pane-body.ts';
import type { VisibleRows } from '../visible-rows.ts';
import { type PortfolioEntry, portfolioPane } from './portfolio-pane.ts';
import { tableSection } from './table-section.ts';
import { curveLines, totalsLines } from './value-lines.ts';

/** Draws the portfolio: totals, the value over time, positions with what they cost, and the trades. */
export function portfolioLines(desk: Desk, rect: Rect, visible: VisibleRows, isCovered: boolean): Line[] {
  const { focus, portfolio } = desk.ui.getState();
  const stale = staleness(desk.data.pnl(portfolio.timeframe), desk.refreshMs.balances, desk.now());
  return paneFrame({
    number: paneOrder.indexOf('portfolio') + 1,
    title: portfolioPane.title,
    right: [
      ...(stale.length > 0 ? [...stale, span('  ')] : []),
      ...portfolioPane.summary(desk, visible.all as readonly PortfolioEntry[]),
    ],
    focused: focus === 'portfolio',
    width: rect.width,
    height: rect.height,
    body: bodyOf(desk, visible, {
      width: rect.width - 4,
      height: rect.height - 2,
      focused: focus === 'portfolio' && !isCovered,
    }),
  });
}

interface Area {
  readonly width: number;
  readonly height: number;
  readonly focused: boolean;
}

/** The least lines of a table that are worth their place: title, header and rows. */
const leastTable = 5;
/** From here on both tables have a place. */
const roomForBoth = 16;
const highestCurve = 18;

function bodyOf(desk: Desk, visible: VisibleRows, { width, height, focused }: Area): Line[] {
  const air = height >= 30 ? [blank] : [];
  const top = totalsLines(desk, width, height >= 18 ? 3 : height >= 10 ? 2 : 1);
  const curveHeight = Math.min(highestCurve, Math.round(height * 0.38), height - top.length - leastTable);
  const above = [...top, ...air, ...(curveHeight >= 4 ? [...curveLines(desk, width, curveHeight), ...air] : [])];
  const rest = Math.max(0, height - above.length);
  const section = { desk, visible, focused, width };
  if (rest < roomForBoth) {
    const { table } = desk.ui.getState().portfolio;
    return [...above, ...tableSection({ ...section, table, height: rest, isBoth: false })];
  }
  const half = Math.floor(rest / 2);
  const holdings = tableSection({ ...section, table: 'holdings', height: half, isBoth: true });
  const left = rest - holdings.length - 1;
  return [...above, ...holdings, blank, ...tableSection({ ...section, table: 'trades', height: left, isBoth: true })];
}
