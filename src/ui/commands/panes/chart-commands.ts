import { candleIntervals } from '../../../domain/market/candles.ts';
import { clamp } from '../../../domain/numbers/clamp.ts';
import { perpOrderRows } from '../../../stores/orders/perp-order-rows.ts';
import type { Desk } from '../../desk/desk.ts';
import type { DeskUiState } from '../../desk/desk-ui.ts';
import { movingOrder } from '../../desk/moving-order.ts';
import { notifyWithKeys } from '../../desk/notify.ts';
import { chartSubject, chartSubjects, sameSubject } from '../../panes/chart/chart-subject.ts';
import { chartView, pointedIndex } from '../../panes/chart/chart-view.ts';
import { commandTable } from '../command-table.ts';
import { applyMove, pickUp } from './move-order.ts';

type ChartUi = DeskUiState['chart'];

const patch = (desk: Desk, change: (chart: ChartUi) => Partial<ChartUi>): void =>
  desk.ui.setState(({ chart }) => ({ chart: { ...chart, ...change(chart) } }));

/** Commands of the chart. `desk.back` removes the crosshair. */
export const chartCommands = commandTable({
  'chart.next': {
    title: 'interval',
    description: 'Next longer interval, 1 s to 1 d, then 1 s again',
    scope: 'chart',
    hint: 1,
    keys: ['i'],
    run: (desk) => changeInterval(desk, 1),
  },
  'chart.previous': {
    title: 'shorter',
    description: 'Next shorter interval',
    scope: 'chart',
    keys: ['I'],
    run: (desk) => changeInterval(desk, -1),
  },
  'chart.line': {
    title: 'line',
    description: 'Switch between candles and a line of closing prices',
    scope: 'chart',
    hint: 2,
    keys: ['b'],
    run: (desk) => patch(desk, ({ isLine }) => ({ isLine: !isLine })),
  },
  'chart.ema': {
    title: 'EMA',
    description: 'Show or hide the exponential moving averages of 9 and 21 candles',
    scope: 'chart',
    hint: 5,
    keys: ['e'],
    run: (desk) => patch(desk, ({ hasEma }) => ({ hasEma: !hasEma })),
  },
  'chart.vwap': {
    title: 'VWAP',
    description: 'Show or hide the volume-weighted average price of the UTC day; marks have no volume',
    scope: 'chart',
    hint: 6,
    keys: ['u'],
    run: (desk) => patch(desk, ({ hasVwap }) => ({ hasVwap: !hasVwap })),
  },
  'chart.crosshair': {
    title: 'crosshair',
    description: 'Show a crosshair on the newest candle, or hide it; ← → move it',
    scope: 'chart',
    hint: 3,
    keys: ['x'],
    titleNow: (desk) => (desk.ui.getState().chart.crosshairMs === null ? 'crosshair' : 'hide crosshair'),
    run: (desk) => {
      if (!removeCrosshair(desk)) moveCrosshair(desk, 0);
    },
  },
  'chart.token': {
    title: 'token',
    description: 'Chart the next token, which the tape follows, then the perp markets of positions',
    scope: 'chart',
    hint: 4,
    keys: ['t'],
    run: nextSubject,
  },
  'chart.move': {
    title: 'move order',
    description: 'Pick up the own order nearest to the mark, to move it with the arrow keys; again: the next one',
    scope: 'chart',
    isTrade: true,
    hint: 7,
    keys: ['>'],
    run: pickUpNearest,
  },
  'chart.apply': {
    title: 'modify',
    description: 'Modify the order being moved: opens the confirmation at its new price',
    scope: 'chart',
    isTrade: true,
    keys: ['Enter'],
    overrides: ['pane.details'],
    isUrgent: (desk) => movingOrder(desk, 'chart') !== null,
    whyDisabled: (desk) => (movingOrder(desk, 'chart') ? null : 'no order is picked up: {chart.move} picks one up'),
    run: (desk) => applyMove(desk, 'chart'),
  },
});

function pickUpNearest(desk: Desk): void {
  const subject = chartSubject(desk);
  if (subject?.kind !== 'coin') {
    const text =
      'a trigger order cannot be modified: cancel it ({order.cancel} in the orders) and place another with {order.create}';
    return notifyWithKeys(desk, 'info', text);
  }
  const orders = perpOrderRows(desk.data).filter(({ wireCoin }) => wireCoin === subject.coin);
  const away = ({ distancePct }: (typeof orders)[number]): number =>
    Math.abs(Number(distancePct ?? Number.POSITIVE_INFINITY));
  pickUp(
    desk,
    'chart',
    orders.toSorted((a, b) => away(a) - away(b)),
  );
}

function changeInterval(desk: Desk, step: 1 | -1): void {
  const { length } = candleIntervals;
  patch(desk, ({ interval }) => ({
    interval: candleIntervals[(candleIntervals.indexOf(interval) + step + length) % length] ?? interval,
    crosshairMs: null,
  }));
}

/** The tape shows the same token. In the perps workspace the other panes show the same market. */
function nextSubject(desk: Desk): void {
  const subjects = chartSubjects(desk);
  const now = chartSubject(desk);
  const next = subjects[(subjects.findIndex((subject) => sameSubject(subject, now)) + 1) % subjects.length];
  if (!next) return;
  patch(desk, () => ({ crosshairMs: null }));
  if (next.kind === 'coin') showCoin(desk, next.coin);
  else
    desk.ui.setState(({ tape, chart }) => ({
      tape: { ...tape, tokenId: next.tokenId, scroll: 0 },
      chart: { ...chart, tokenId: next.tokenId, coin: null },
    }));
}

function showCoin(desk: Desk, coin: string): void {
  if (desk.ui.getState().workspace === 'perps') desk.ui.setState({ market: { coin } });
  else patch(desk, () => ({ coin }));
}

/** Returns whether there was a crosshair. */
export function removeCrosshair(desk: Desk): boolean {
  const { crosshairMs } = desk.ui.getState().chart;
  patch(desk, () => ({ crosshairMs: null }));
  return crosshairMs !== null;
}

/** Moves the crosshair by `step` candles, or puts one on the newest candle. It stays on its candle as new ones arrive. */
export function moveCrosshair(desk: Desk, step: number): void {
  const candles = chartView(desk)?.candles ?? [];
  const newest = candles.length - 1;
  const at = pointedIndex(candles, desk.ui.getState().chart.crosshairMs);
  const target = at === null && Number.isFinite(step) ? newest : clamp((at ?? newest) + step, 0, newest);
  patch(desk, () => ({ crosshairMs: candles[target]?.startMs ?? null }));
}
