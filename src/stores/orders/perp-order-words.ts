import type { Exit } from '../../domain/market/exits.ts';
import { formatExact, formatSize } from '../../domain/numbers/format.ts';
import type { PerpOrderRow } from './perp-order-rows.ts';

/** `stop 3,300`. */
export const exitName = ({ exit, price }: Pick<Exit, 'exit' | 'price'>): string =>
  `${exit === 'takeProfit' ? 'take profit' : 'stop'} ${formatExact(price)}`;

/** `stop 3,300 (whole position)`, `take profit 3,900 (0.5000)`. */
export function exitWords(exit: Exit, szDecimals: number): string {
  const part = exit.size ? formatSize(exit.size, szDecimals) : 'size unknown';
  return `${exitName(exit)} (${exit.isWholePosition ? 'whole position' : part})`;
}

type Words = Pick<PerpOrderRow, 'exit' | 'price' | 'size' | 'isWholePosition' | 'szDecimals' | 'isBuy' | 'type'>;

/** An order of a known market: an exit as above, any other `sell 15.00 at 190.5`. */
export function openOrderWords(row: Words): string {
  const { exit, isBuy, size, szDecimals, price, type } = row;
  if (exit) return exitWords({ ...row, exit }, szDecimals);
  const sized = `${isBuy ? 'buy' : 'sell'} ${size ? formatSize(size, szDecimals) : '?'} at ${formatExact(price)}`;
  return type === 'limit' ? sized : `${sized}, ${type}`;
}
