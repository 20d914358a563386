import { candleIntervals } from '../../domain/candles.ts';
import type { Desk } from '../desk.ts';
import type { DeskUiState } from '../desk-ui.ts';
import { chartSubject, chartSubjects, sameSubject } from '../panes/chart/chart-subject.ts';
import { chartView, pointedIndex } from '../panes/chart/chart-view.ts';

type Run = (desk: Desk) => void;
type ChartUi = DeskUiState['chart'];

const patch = (desk: Desk, change: (chart: ChartUi) => Partial<ChartUi>): void =>
  desk.ui.setState(({ chart }) => ({ chart: { ...chart, ...change(chart) } }));

/** What the commands of the chart do, but for leaving it. */
export const chartRuns: Readonly<Record<string, Run>> = {
  'chart.next': (desk) => changeInterval(desk, 1),
  'chart.previous': (desk) => changeInterval(desk, -1),
  'chart.line': (desk) => patch(desk, ({ isLine }) => ({ isLine: !isLine })),
  'chart.token': nextSubject,
  'chart.crosshair': (desk) => {
    if (!removeCrosshair(desk)) moveCrosshair(desk, 0);
  },
};

function changeInterval(desk: Desk, step: 1 | -1): void {
  const { length } = candleIntervals;
  patch(desk, ({ interval }) => ({
    interval: candleIntervals[(candleIntervals.indexOf(interval) + step + length) % length] ?? interval,
    crosshairMs: null,
  }));
}

/** A token is shown on the tape too; a perp market in the workspace of perps is that of its other panes. */
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

/** Whether there was one. */
export function removeCrosshair(desk: Desk): boolean {
  const { crosshairMs } = desk.ui.getState().chart;
  patch(desk, () => ({ crosshairMs: null }));
  return crosshairMs !== null;
}

/** By that many candles; onto the newest where there was none. It stays on its candle while new ones come. */
export function moveCrosshair(desk: Desk, step: number): void {
  const candles = chartView(desk)?.candles ?? [];
  const newest = candles.length - 1;
  const at = pointedIndex(candles, desk.ui.getState().chart.crosshairMs);
  const target = at === null && Number.isFinite(step) ? newest : Math.max(0, Math.min(newest, (at ?? newest) + step));
  patch(desk, () => ({ crosshairMs: candles[target]?.startMs ?? null }));
}
