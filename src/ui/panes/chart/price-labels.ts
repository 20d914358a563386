import Big from 'big.js';
import { formatPrice, groupThousands } from '../../../domain/format.ts';

const widest = 12;

/**
 * Prices for an axis, all with the same decimals, so that right-aligned they stand on the point. Where that would be wider
 * than an axis can be, all have the same power of ten behind them.
 */
export function priceLabels(prices: readonly Big[], last: Big): (price: Big) => string {
  const decimals = Math.max(...[...prices.map(decimalsOf), formatPrice(last).split('.')[1]?.length ?? 0]);
  const plain = (price: Big): string => groupThousands(price.toFixed(decimals));
  if ([...prices, last].every((price) => plain(price).length <= widest)) return plain;
  const power = Math.max(...prices.map(({ e }) => e), last.e);
  const digits = Math.max(0, Math.min(5, decimals + power));
  const unit = new Big(`1e${-power}`);
  return (price) => `${price.times(unit).toFixed(digits)}e${String(power).replace('-', '−')}`;
}

const decimalsOf = ({ c, e }: Big): number => Math.max(0, c.length - 1 - e);
