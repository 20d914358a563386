/** Longer without a price than this is time in which nothing is known of it, ms. */
const blindMs = 60_000;
/** More than a line of a few cells can show. */
const mostSteps = 96;

/**
 * Prices from index `first` on for a picture of them, the oldest first, null for time in which none came; at most a few hundred
 * numbers. Times are ms, ascending.
 */
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

/** Equal steps in time, each with its last price. */
function inSteps(times: readonly number[], prices: readonly string[], first: number): (number | null)[] {
  const line = new Array<number | null>(mostSteps).fill(null);
  const fromMs = times[first] ?? 0;
  const lengthMs = (times.at(-1) ?? 0) - fromMs;
  let before = 0;
  for (let index = first; index < times.length; index++) {
    const atMs = times[index] ?? 0;
    const step = Math.min(mostSteps - 1, Math.floor(((atMs - fromMs) / lengthMs) * mostSteps));
    // A price stands until the next one comes, for a while.
    if (atMs - (times[index - 1] ?? atMs) <= blindMs) line.fill(line[before] ?? null, before, step);
    line[step] = Number(prices[index]);
    before = step;
  }
  return line;
}
