// What is measured of a series of returns. Each is a plain array of log returns of equal periods, oldest first.

export type Series = Float64Array;

export const mean = (values: ArrayLike<number>): number => {
  let sum = 0;
  for (let at = 0; at < values.length; at++) sum += values[at]!;
  return sum / values.length;
};

/** Central moment. */
function moment(values: ArrayLike<number>, power: number): number {
  const middle = mean(values);
  let sum = 0;
  for (let at = 0; at < values.length; at++) sum += (values[at]! - middle) ** power;
  return sum / values.length;
}

/** Standard deviation a year. */
export const annualVolatility = (returns: Series, periodsPerYear: number): number =>
  Math.sqrt(moment(returns, 2) * periodsPerYear);

/** 3 for a normal distribution; more: fatter tails. */
export const kurtosis = (returns: Series): number => moment(returns, 4) / moment(returns, 2) ** 2;

/** Pearson's. */
export function correlation(some: Series, others: Series): number {
  const [a, b] = [mean(some), mean(others)];
  let sum = 0;
  for (let at = 0; at < some.length; at++) sum += (some[at]! - a) * (others[at]! - b);
  return sum / some.length / Math.sqrt(moment(some, 2) * moment(others, 2));
}

/** Correlation with the same series `lag` periods before. */
export const autocorrelation = (returns: Series, lag: number): number =>
  correlation(returns.subarray(lag), returns.subarray(0, returns.length - lag));

/** The returns of periods that are `length` times as long. */
export function aggregate(returns: Series, length: number): Series {
  const sums = new Float64Array(Math.floor(returns.length / length));
  for (let at = 0; at < sums.length * length; at++) sums[Math.floor(at / length)]! += returns[at]!;
  return sums;
}
