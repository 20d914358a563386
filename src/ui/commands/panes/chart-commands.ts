import { candleIntervals } from '../../../domain/market/candles.ts';
import { clamp } from '../../../domain/numbers/clamp.ts';
import type { Desk } from '../../desk/desk.ts';
import type { DeskUiState } from '../../desk/desk-ui.ts';
import { chartSubject, chartSubjects, sameSubject } from '../../panes/chart/chart-subject.ts';
import { chartView, pointedIndex } from '../../panes/chart/chart-view.ts';
import { commandTable } from '../command-table.ts';

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
  'chart.crosshair': {
    title: 'crosshair',
    description: 'Put a crosshair on the newest candle, or remove it; ← → move it',
    scope: 'chart',
    hint: 3,
    keys: ['x'],
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
});

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
