/** Depth bars are half a row high, so that they stay apart and less prominent than the numbers. */
const [full, half] = ['▄', '▖'];

/** A bar for a share (0 to 1) of `width` cells, in half cells and at least half a cell. */
export function depthBar(share: number, width: number): string {
  const halves = Math.max(1, Math.min(width * 2, Math.round(share * width * 2)));
  return full.repeat(halves >> 1) + (halves & 1 ? half : '');
}

/** A bar of whole cells. */
export const wholeBar = (cells: number): string => full.repeat(cells);
