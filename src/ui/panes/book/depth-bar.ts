/** Cumulative bars of a book: half as high as their row, so that they stand apart and stay behind the numbers. */
const [full, half] = ['▄', '▖'];

/** A share (0 to 1) of `width` cells, to half a cell; whatever there is at all shows. */
export function depthBar(share: number, width: number): string {
  const halves = Math.max(1, Math.min(width * 2, Math.round(share * width * 2)));
  return full.repeat(halves >> 1) + (halves & 1 ? half : '');
}

/** A bar of whole cells. */
export const wholeBar = (cells: number): string => full.repeat(cells);
