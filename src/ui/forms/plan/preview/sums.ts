import Big from 'big.js';
import type { PlannedChild } from '../../../../plans/plan-kind.ts';

export const sumOf = (numbers: readonly Big[]): Big => numbers.reduce((sum, one) => sum.plus(one), new Big(0));

/** Of these orders together, in coins or whole tokens of what is sold. */
export const sizeOf = (planned: readonly PlannedChild[]): Big => sumOf(planned.map(({ size }) => new Big(size)));

/** The average of their prices by size; null where there are none. */
export function averagePx(planned: readonly PlannedChild[]): Big | null {
  const size = sizeOf(planned);
  return size.gt(0) ? sumOf(planned.map((one) => new Big(one.px ?? 0).times(one.size))).div(size) : null;
}
