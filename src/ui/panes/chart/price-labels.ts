import Big from 'big.js';
import { clamp } from '../../../domain/numbers/clamp.ts';
import { formatPrice, groupThousands } from '../../../domain/numbers/format.ts';

const widest = 12;

/**
 * Axis labels with the same number of decimals, so that they align on the point. If that is too wide, all use the same power
 * of ten instead.
 */
export function priceLabels(prices: readonly Big[], last: Big): (price: Big) => string {
  const decimals = Math.max(...prices.map(decimalsOf), formatPrice(last).split('.')[1]?.length ?? 0);
  const plain = (price: Big): string => groupThousands(price.toFixed(decimals));
  if ([...prices, last].every((price) => plain(price).length <= widest)) return plain;
  const power = Math.max(...prices.map(({ e }) => e), last.e);
  const digits = clamp(decimals + power, 0, 5);
  const unit = new Big(`1e${-power}`);
  return (price) => `${price.times(unit).toFixed(digits)}e${String(power).replace('-', '−')}`;
}

const decimalsOf = ({ c, e }: Big): number => Math.max(0, c.length - 1 - e);
