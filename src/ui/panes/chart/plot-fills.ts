import type { ChartFill } from './chart-fills.ts';
import { type Plot, partOf } from './plot-candles.ts';

/** Marks own trades: ▲ bought, ▼ sold, ◆ both in one cell. Trades outside the visible time are left out. */
export function plotFills(
  { grid, candles, span, pitch, firstX }: Plot,
  fills: readonly ChartFill[],
  lengthMs: number,
): void {
  const sides = new Map<string, boolean>();
  const firstMs = candles[0]?.startMs ?? 0;
  for (const { atMs, isBuy, price } of fills) {
    const index = Math.floor((atMs - firstMs) / lengthMs);
    if (index < 0 || index >= candles.length) continue;
    const [x, y] = [firstX + index * pitch, partOf(Number(price), span, grid.height * 2) >> 1];
    const isBoth = (sides.get(`${x} ${y}`) ?? isBuy) !== isBuy;
    sides.set(`${x} ${y}`, isBuy);
    if (isBoth) grid.put(x, y, '◆', 'accent');
    else grid.put(x, y, isBuy ? '▲' : '▼', isBuy ? 'up' : 'down');
  }
}
