import { orderRows } from '../../../stores/orders/order-rows.ts';
import { perpFillRows } from '../../../stores/orders/perp-fill-rows.ts';
import { perpOrderRows } from '../../../stores/orders/perp-order-rows.ts';
import { tradeRows } from '../../../stores/portfolio/portfolio-rows.ts';
import { positionRows } from '../../../stores/portfolio/position-rows.ts';
import { paneFrame } from '../../components/pane-frame.ts';
import type { DeskView } from '../../desk/desk.ts';
import { type Line, plainText, quiet, span, wrap } from '../../text/span.ts';
import type { Rect } from '../../workspaces/layout.ts';
import { paneKey } from '../../workspaces/pane-key.ts';
import type { DrawnPane } from '../pane.ts';
import { insteadOfRows } from '../pane-body.ts';
import { chartAverages } from './chart-averages.ts';
import { chartBody } from './chart-body.ts';
import { chartFills } from './chart-fills.ts';
import { chartLevels } from './chart-levels.ts';
import { chartSubject } from './chart-subject.ts';
import { type ChartView, chartView, pointedIndex } from './chart-view.ts';
import { ageOf, emptyWords, movingWords, newsOf, titleOf } from './chart-words.ts';

/** Draws the price chart of a token or perp market, with own levels and trades. */
function chartLines(desk: DeskView, rect: Rect): Line[] {
  const { focus, chart, moving } = desk.ui.getState();
  const focused = focus === 'chart';
  const view = chartView(desk);
  const age = view ? ageOf(desk, view) : [];
  const { width, height } = rect;
  const title = view ? titleOf(view) : 'Chart';
  const of = [
    view?.candles,
    title,
    view?.beginning,
    view?.reading.problem,
    view?.reading.data === undefined,
    chart,
    moving,
    focused,
    width,
    height,
    plainText(age),
    ...(view ? drawnInto(desk, view) : []),
  ];
  // The plot is redrawn only when something that it shows has changed.
  const known = desk.memory.chart;
  if (known && known.of.length === of.length && known.of.every((part, index) => part === of[index])) return known.lines;
  const { body, right } = content(desk, view, age, { width: width - 4, height: height - 2 });
  const lines = paneFrame({ number: paneKey(desk, 'chart'), title, right, body, focused, width, height });
  desk.memory.chart = { of, lines };
  return lines;
}

/** The data behind levels and own trades; each list keeps its identity until it changes. */
const drawnInto = ({ data, candles }: DeskView, { subject }: ChartView): readonly unknown[] =>
  subject.kind === 'token'
    ? [subject.tokenId, orderRows(data), tradeRows(data), candles.ownSwaps(subject.tokenId)]
    : [subject.coin, perpOrderRows(data), perpFillRows(data), positionRows(data)];

interface Room {
  readonly width: number;
  readonly height: number;
}

function content(
  desk: DeskView,
  view: ChartView | null,
  age: Line,
  { width, height }: Room,
): { readonly body: readonly Line[]; readonly right: Line } {
  if (!view) return { body: wrap('No token is on the tape, so there is nothing to chart.', width, 'muted'), right: [] };
  const { candles, name, subject } = view;
  const words = { loading: `Reading candles of ${name} …`, empty: emptyWords(desk, view), filter: '' };
  const instead = insteadOfRows(view.reading, { ...words, rowCount: candles.length }, width, desk.keymap);
  if (instead) return { body: instead, right: age };
  const { isLine, crosshairMs, hasEma, hasVwap } = desk.ui.getState().chart;
  const fills = chartFills(desk, subject);
  const { lines, shown } = chartBody({
    ...view,
    fills,
    isLine,
    width,
    height,
    pointed: pointedIndex(candles, crosshairMs),
    levels: chartLevels(desk, subject),
    averages: chartAverages(view, { hasEma, hasVwap }),
    hasVolume: view.source !== 'marks',
  });
  const isOld = age.length > 0;
  return {
    body: isOld ? lines.map(quiet) : lines,
    right: [...age, ...(isOld ? [span('  ')] : []), ...movingWords(desk), ...newsOf(view, shown, fills)],
  };
}

export const chartPane: DrawnPane = {
  title: 'Chart',
  heading: 'Chart',
  home: 'desk',
  focus: { title: 'chart', description: 'Focus the chart', keys: ['7'] },
  // Own orders and trades are drawn into the chart of a perp market.
  wants: (desk) => ({ names: chartSubject(desk)?.kind === 'coin' ? ['perpOrders', 'fills'] : [] }),
  lines: chartLines,
};
