import Big from 'big.js';

/** The range of an axis: `low` < `high`. */
export interface Span {
  readonly low: number;
  readonly high: number;
}

/** A tick of a price axis: exact, at a round number. */
export interface Tick {
  readonly price: Big;
  readonly value: number;
}

/** A span below this share of the price is widened: a price that hardly moves must not look volatile. */
const leastShare = 0.001;

/** The axis range for these values, with a margin; 0 to 1 if there are none, or only zero. */
export function spanOf(values: readonly number[]): Span {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  if (!Number.isFinite(low) || !Number.isFinite(high) || high <= 0) return { low: 0, high: 1 };
  const lacking = Math.max(0, high * leastShare - (high - low)) / 2;
  return { low: Math.max(0, low - lacking), high: high + lacking };
}

/** At most `count` round prices inside the span, highest first. */
export function priceTicks({ low, high }: Span, count: number): Tick[] {
  const step = niceStep((high - low) / Math.max(1, count));
  if (!step) return [];
  const first = new Big(low).div(step).round(0, Big.roundUp);
  const ticks: Tick[] = [];
  for (let n = first; ticks.length <= count; n = n.plus(1)) {
    const price = n.times(step);
    const value = Number(price);
    if (value > high) break;
    if (value >= low) ticks.push({ price, value });
  }
  return ticks.reverse();
}

/** The smallest of 1, 2, 2.5, 5 × a power of ten that is at least `least`; null if there is none. */
function niceStep(least: number): Big | null {
  if (!(least > 0) || !Number.isFinite(least)) return null;
  const power = Math.floor(Math.log10(least));
  const mantissa = least / 10 ** power;
  const nice = ['1', '2', '2.5', '5'].find((candidate) => Number(candidate) >= mantissa - 1e-9) ?? '10';
  return new Big(`${nice}e${power}`);
}

const timeSteps = [
  1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 10_800, 21_600, 43_200, 86_400, 172_800, 432_000,
  864_000, 2_592_000, 7_776_000,
].map((seconds) => seconds * 1000);

/** The shortest round time that is at least `leastMs`. */
export const timeStep = (leastMs: number): number =>
  timeSteps.find((step) => step >= leastMs) ?? Math.max(...timeSteps);
