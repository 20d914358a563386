import type { Command } from '../command.ts';

/** On the chart. */
export const chartCommands: readonly Command[] = [
  {
    id: 'chart.next',
    title: 'interval',
    description: 'Longer candles: 1 s to 1 d, then 1 s again',
    scope: 'chart',
    hint: 1,
  },
  { id: 'chart.previous', title: 'shorter', description: 'Shorter candles', scope: 'chart' },
  { id: 'chart.line', title: 'line', description: 'Closing prices as a line, or candles', scope: 'chart', hint: 2 },
  {
    id: 'chart.crosshair',
    title: 'crosshair',
    description: 'Crosshair on the newest candle, or away; ← → move it',
    scope: 'chart',
    hint: 3,
  },
  {
    id: 'chart.token',
    title: 'token',
    description: 'Next token, on the tape too, then the perp markets of positions',
    scope: 'chart',
    hint: 4,
  },
];
