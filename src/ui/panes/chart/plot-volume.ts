import type { Candle } from '../../../domain/market/candles.ts';
import { clamp } from '../../../domain/numbers/clamp.ts';
import { PlotGrid } from './plot-grid.ts';

/** Slim and dotted, so that volume is less prominent than prices. */
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

/** Volume bars, scaled to the highest one; any volume shows at least a dot. */
export function volumeBars({ candles, width, height, pitch, firstX }: VolumeView): PlotGrid {
  const grid = new PlotGrid(width, height);
  const most = Number(mostVolume(candles));
  candles.forEach(({ volumeMicros }, index) => {
    if (volumeMicros === 0n) return;
    const filled = Math.max(1, Math.round((Number(volumeMicros) / most) * height * 4));
    for (let y = 0; y < height; y++) {
      const share = clamp(filled - (height - 1 - y) * 4, 0, 4);
      grid.put(firstX + index * pitch, y, quarters[share] as string, 'muted');
    }
  });
  return grid;
}
