import type { FeeRates } from '../../domain/market/fee-rates.ts';
import { readDecimal } from '../../domain/numbers/decimal.ts';
import type { DeskData } from '../desk-data.ts';

/** The account's own rates; null until they have been read. */
export function feeRatesOf(data: DeskData): FeeRates | null {
  const { makerRate, takerRate } = data.read('fees').data ?? {};
  const [maker, taker] = [readDecimal(makerRate), readDecimal(takerRate)];
  return maker && taker ? { maker, taker } : null;
}
