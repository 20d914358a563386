/** Partial blocks, from zero to seven eighths. */
const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/**
 * A fraction (0 to 1) as a bar of `width` cells including its ends: `▕███▌   ▏`. Empty only at 0, full only at 1; dots for
 * NaN.
 */
export function gauge(part: number, width: number): string {
  const cells = width - 2;
  if (cells < 1) return ' '.repeat(Math.max(0, width));
  if (Number.isNaN(part)) return `▕${'·'.repeat(cells)}▏`;
  const all = cells * 8;
  const filled = part >= 1 ? all : part <= 0 ? 0 : Math.max(1, Math.min(all - 1, Math.round(part * all)));
  return `▕${('█'.repeat(filled >> 3) + eighths[filled & 7]).padEnd(cells)}▏`;
}
