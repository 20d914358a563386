/** Depth bars are half a row high, so that they stay apart and less prominent than the numbers. */
const [full, left, right] = ['▄', '▖', '▗'];

/** A bar for a share (0 to 1) of `width` cells, in half cells and at least half a cell. */
export function depthBar(share: number, width: number): string {
  const halves = halvesOf(share, width);
  return full.repeat(halves >> 1) + (halves & 1 ? left : '');
}

/** The same, growing from right to left; padded to `width` cells. */
export function mirroredBar(share: number, width: number): string {
  const halves = halvesOf(share, width);
  return ((halves & 1 ? right : '') + full.repeat(halves >> 1)).padStart(width);
}

const halvesOf = (share: number, width: number): number =>
  Math.max(1, Math.min(width * 2, Math.round(share * width * 2)));

/** A bar of whole cells. */
export const wholeBar = (cells: number): string => full.repeat(cells);
