/** Without the full block, so sparklines in adjacent rows do not touch. */
const bars = [...'▁▂▃▄▅▆▇'];
/** For constant values. */
const flat = '▄';

/**
 * Values, oldest first, as `width` bars scaled between minimum and maximum; unknown values are blank. With more values than
 * bars, each bar shows the last known value of its part, so the newest is always shown.
 */
export function sparkline(values: readonly (number | null)[], width: number): string {
  const parts = Array.from({ length: Math.max(0, width) }, (_, column) => lastKnown(values, column, width));
  const known = parts.filter((value) => value !== null);
  const [low, high] = [Math.min(...known), Math.max(...known)];
  return parts.map((value) => (value === null ? ' ' : barOf(value, low, high))).join('');
}

function lastKnown(values: readonly (number | null)[], column: number, width: number): number | null {
  const from = Math.floor((column * values.length) / width);
  const to = Math.max(from + 1, Math.floor(((column + 1) * values.length) / width));
  return values.slice(from, to).findLast((value) => value !== null && Number.isFinite(value)) ?? null;
}

function barOf(value: number, low: number, high: number): string {
  // Halved first, since the difference of two huge numbers can be infinite.
  const span = high / 2 - low / 2;
  return span > 0 ? (bars[Math.round(((value / 2 - low / 2) / span) * (bars.length - 1))] ?? flat) : flat;
}
