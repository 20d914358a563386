/** Eighths of a cell, from none to seven. */
const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/**
 * A part of a whole (0 to 1) as a bar of `width` cells with its ends: `▕███▌   ▏`. It is never empty while there is something, and
 * never full before all of it is there. A part that is no number is dots. The number belongs beside it, in words.
 */
export function gauge(part: number, width: number): string {
  const cells = width - 2;
  if (cells < 1) return ' '.repeat(Math.max(0, width));
  if (Number.isNaN(part)) return `▕${'·'.repeat(cells)}▏`;
  const all = cells * 8;
  const filled = part >= 1 ? all : part <= 0 ? 0 : Math.max(1, Math.min(all - 1, Math.round(part * all)));
  return `▕${('█'.repeat(filled >> 3) + eighths[filled & 7]).padEnd(cells)}▏`;
}
