import { type Candle, type CandleInterval, intervalMs, microsText } from '../../../domain/market/candles.ts';
import { formatUsd } from '../../../domain/numbers/format.ts';
import { type Line, lineWidth, muted } from '../../text/span.ts';
import { averagesLine, type ChartAverage, plotAverages } from './chart-averages.ts';
import type { ChartFill } from './chart-fills.ts';
import type { ChartLevel } from './chart-levels.ts';
import { legend } from './legend.ts';
import { type Plot, plotCandles } from './plot-candles.ts';
import { plotFills } from './plot-fills.ts';
import { PlotGrid } from './plot-grid.ts';
import { plotLevels } from './plot-levels.ts';
import { plotLine } from './plot-line.ts';
import { mostVolume, volumeBars } from './plot-volume.ts';
import { priceAxis } from './price-axis.ts';
import { timeAxis } from './time-axis.ts';

export interface ChartBodyView {
  /** Oldest first, without gaps; at least one. */
  readonly candles: readonly Candle[];
  readonly interval: CandleInterval;
  readonly isLine: boolean;
  /** Index of the candle under the crosshair; null for none. */
  readonly pointed: number | null;
  readonly levels: readonly ChartLevel[];
  readonly fills: readonly ChartFill[];
  readonly averages: readonly ChartAverage[];
  /** False for candles made of marks. */
  readonly hasVolume: boolean;
  /** Text for the area before the first candle; '' for none. */
  readonly beginning: string;
  readonly isBlind: (candle: Candle) => boolean;
  readonly width: number;
  readonly height: number;
}

export interface ChartBody {
  readonly lines: readonly Line[];
  /** The candles that fit. */
  readonly shown: readonly Candle[];
}

/** Legend, plot, volume and axes in exactly `height` lines of at most `width` cells. */
export function chartBody(view: ChartBodyView): ChartBody {
  const { width, height, interval } = view;
  if (width < 1 || height < 1) return { lines: [], shown: [] };
  const rows = shareRows(view);
  // The labels set the width of the axis, the axis the candles that fit, and the candles the labels: so twice.
  let shown = windowOf(view, width);
  let axis = priceAxis(view, shown, rows.price);
  shown = windowOf(view, width - axis.width);
  axis = priceAxis(view, shown, rows.price);
  const plotWidth = width - axis.width;
  const pitch = pitchOf(plotWidth);
  shown = windowOf(view, plotWidth);
  const firstX = Math.max(0, plotWidth - 1 - shown.length * pitch + (pitch - 1));
  const grid = new PlotGrid(plotWidth, rows.price);
  const plot: Plot = { grid, candles: shown, span: axis.span, pitch, firstX, isBlind: view.isBlind };
  if (view.isLine) plotLine(plot);
  else plotCandles(plot);
  plotFills(plot, view.fills, intervalMs(interval));
  plotAverages(plot, view.averages, view.candles.indexOf(shown[0] as Candle));
  const pointed = view.pointed === null ? null : shown.indexOf(view.candles[view.pointed] as Candle);
  const crosshairX = pointed === null || pointed < 0 ? null : firstX + pointed * pitch;
  const volume = volumeBars({ candles: shown, width: plotWidth, height: rows.volume, pitch, firstX });
  if (crosshairX !== null) crosshair([grid, volume], crosshairX);
  plotLevels(grid, view.levels, (view.candles.at(-1) as Candle).close.value, axis.span);
  if (view.beginning !== '') for (let y = 0; y < grid.height; y++) if (grid.write(1, y, view.beginning, 'muted')) break;
  const namedIndex = view.pointed ?? view.candles.length - 1;
  const named = view.candles[namedIndex] as Candle;
  const words = legend(named, { ...view, isPointed: view.pointed !== null, rows: rows.legend });
  const lines = [
    ...Array.from({ length: rows.legend }, (_, row): Line => words[row] ?? []),
    ...Array.from({ length: rows.averages }, () => averagesLine(view.averages, namedIndex, width)),
    ...Array.from({ length: rows.price }, (_, y): Line => [...axis.line(y), ...grid.row(y)]),
    ...Array.from({ length: rows.volume }, (_, y): Line => [...volumeAxis(axis.width, shown, y), ...volume.row(y)]),
    ...(rows.time > 0
      ? timeAxis({
          candles: shown,
          lengthMs: intervalMs(interval),
          pitch,
          firstX,
          crosshairX,
          width,
          before: axis.width,
        })
      : []),
  ];
  return { lines: lines.slice(0, height), shown };
}

const pitchOf = (plotWidth: number): number => (plotWidth >= 100 ? 2 : 1);

/** The newest candles that fit, or those from the crosshair on if it is further back. */
function windowOf({ candles, pointed }: ChartBodyView, plotWidth: number): readonly Candle[] {
  const count = Math.max(1, Math.floor((plotWidth - 1) / pitchOf(plotWidth)));
  const newest = Math.max(0, candles.length - count);
  const first = pointed === null ? newest : Math.min(newest, pointed);
  return candles.slice(first, first + count);
}

interface Rows {
  readonly legend: number;
  readonly averages: number;
  readonly price: number;
  readonly volume: number;
  readonly time: number;
}

function shareRows({ width, height, hasVolume, averages: lines }: ChartBodyView): Rows {
  const time = height >= 6 ? 2 : 0;
  const legendRows = height < 8 ? 0 : width < 62 && height >= 14 ? 2 : 1;
  const volume = !hasVolume ? 0 : height >= 40 ? 6 : height >= 22 ? 4 : height >= 16 ? 3 : height >= 12 ? 2 : 0;
  const averages = lines.length > 0 && height >= 8 ? 1 : 0;
  return { legend: legendRows, averages, volume, time, price: height - time - legendRows - averages - volume };
}

function crosshair(grids: readonly PlotGrid[], x: number): void {
  for (const grid of grids) for (let y = 0; y < grid.height; y++) grid.putBehind(x, y, '┊', 'accent');
}

/** The volume axis: the value of the highest bar. */
function volumeAxis(width: number, shown: readonly Candle[], row: number): Line {
  if (width === 0) return [];
  const most = row === 0 ? formatUsd(microsText(mostVolume(shown))).replace(/\.\d\d(?=[KMB]?$)/, '') : '';
  const text = lineWidth([muted(most)]) <= width - 2 ? most : '';
  return [muted(`${text.padStart(width - 2)} │`)];
}
