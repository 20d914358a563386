import { AmountError, parseAmount } from '../../domain/numbers/amount.ts';

/**
 * A native balance in base units; null if its unit is in doubt. Services report it either in whole tokens or in base
 * units, and only a decimal point proves whole tokens.
 */
export function nativeBaseUnits(text: string, decimals: number): bigint | null {
  if (!text.includes('.')) return null;
  try {
    return parseAmount(text, decimals);
  } catch (error) {
    if (error instanceof AmountError) return null;
    throw error;
  }
}
