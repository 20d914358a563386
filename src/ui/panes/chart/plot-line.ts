import { isUp, type Plot, partOf } from './plot-candles.ts';

/** Bits of the dots of a braille cell, by row and column. */
const dots = [
  [0x01, 0x08],
  [0x02, 0x10],
  [0x04, 0x20],
  [0x40, 0x80],
];

/** Closing prices as a line of braille dots, coloured by the change from first to last. */
export function plotLine({ grid, candles, span, pitch, firstX, isBlind }: Plot): void {
  const cells = new Map<number, number>();
  const dot = (x: number, y: number): void => {
    const at = (y >> 2) * grid.width + (x >> 1);
    cells.set(at, (cells.get(at) ?? 0) | (dots[y & 3]?.[x & 1] ?? 0));
  };
  let before: { x: number; y: number } | null = null;
  candles.forEach((candle, index) => {
    if (isBlind(candle)) {
      before = null;
      return;
    }
    const point = { x: (firstX + index * pitch) * 2, y: partOf(candle.close.value, span, grid.height * 4) };
    stroke(before ?? point, point, dot);
    before = point;
  });
  const [first, last] = [candles[0], candles.at(-1)];
  const tone = first && last && isUp({ ...first, close: last.close }) ? 'up' : 'down';
  for (const [at, bits] of cells)
    grid.put(at % grid.width, Math.floor(at / grid.width), String.fromCodePoint(0x2800 + bits), tone);
}

interface Point {
  readonly x: number;
  readonly y: number;
}

function stroke(from: Point, to: Point, dot: (x: number, y: number) => void): void {
  const steps = Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y), 1);
  for (let step = 0; step <= steps; step++)
    dot(Math.round(from.x + ((to.x - from.x) * step) / steps), Math.round(from.y + ((to.y - from.y) * step) / steps));
}
