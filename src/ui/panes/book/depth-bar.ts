const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/** A share (0 to 1) of `width` cells in eighths of a cell; whatever there is at all shows. */
export function depthBar(share: number, width: number): string {
  const filled = Math.max(1, Math.min(width * 8, Math.round(share * width * 8)));
  return '█'.repeat(filled >> 3) + eighths[filled & 7];
}
