/** A longer pause between two prices is a gap, ms. */
const blindMs = 60_000;
/** More than a line of a few cells can show. */
const mostSteps = 96;

/** Points of a sparkline: prices from index `first`, oldest first, null for gaps; at most a few hundred. Times: ms, ascending. */
export function priceLine(times: readonly number[], prices: readonly string[], first: number): (number | null)[] {
  return times.length - first <= 2 * mostSteps ? each(times, prices, first) : inSteps(times, prices, first);
}

function each(times: readonly number[], prices: readonly string[], first: number): (number | null)[] {
  return times.slice(first).flatMap((atMs, index) => {
    const silentMs = index === 0 ? 0 : atMs - (times[first + index - 1] ?? atMs);
    const missing = silentMs > blindMs ? Math.min(1_000, Math.floor(silentMs / 5_000)) : 0;
    return [...new Array<null>(missing).fill(null), Number(prices[first + index])];
  });
}

/** Equal time steps, each with its last price. */
function inSteps(times: readonly number[], prices: readonly string[], first: number): (number | null)[] {
  const line = new Array<number | null>(mostSteps).fill(null);
  const fromMs = times[first] ?? 0;
  const lengthMs = (times.at(-1) ?? 0) - fromMs;
  let before = 0;
  for (let index = first; index < times.length; index++) {
    const atMs = times[index] ?? 0;
    const step = Math.min(mostSteps - 1, Math.floor(((atMs - fromMs) / lengthMs) * mostSteps));
    // A price holds until the next one, unless the pause is a gap.
    if (atMs - (times[index - 1] ?? atMs) <= blindMs) line.fill(line[before] ?? null, before, step);
    line[step] = Number(prices[index]);
    before = step;
  }
  return line;
}
