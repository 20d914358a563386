import type { Candle } from '../../../domain/candles.ts';
import { PlotGrid } from './plot-grid.ts';

/** Slim and dotted: what was traded stands behind what it cost. */
const quarters = [' ', '⡀', '⡄', '⡆', '⡇'];

interface VolumeView {
  readonly candles: readonly Candle[];
  readonly width: number;
  readonly height: number;
  readonly pitch: number;
  readonly firstX: number;
}

export const mostVolume = (candles: readonly Candle[]): bigint =>
  candles.reduce((most, { volumeMicros }) => (volumeMicros > most ? volumeMicros : most), 0n);

/** Bars of what was traded, the highest as high as there is room; whatever was traded at all shows. */
export function volumeBars({ candles, width, height, pitch, firstX }: VolumeView): PlotGrid {
  const grid = new PlotGrid(width, height);
  const most = Number(mostVolume(candles));
  candles.forEach(({ volumeMicros }, index) => {
    if (volumeMicros === 0n) return;
    const filled = Math.max(1, Math.round((Number(volumeMicros) / most) * height * 4));
    for (let y = 0; y < height; y++) {
      const share = Math.max(0, Math.min(4, filled - (height - 1 - y) * 4));
      grid.put(firstX + index * pitch, y, quarters[share] as string, 'muted');
    }
  });
  return grid;
}
