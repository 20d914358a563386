import type Big from 'big.js';
import { AmountError, parseAmount } from './amount.ts';

/** Decimals that a typed USD amount may have. */
const usdDecimals = 6;

/** The number in a text such as `50 usd`, `$50` or `50$`, trimmed; null if the text is not in USD. */
export function usdNumber(text: string): string | null {
  const [, after, before] = /^(?:\$(.*)|(.*?)(?:usd|\$))$/is.exec(text.trim()) ?? [];
  return (after ?? before)?.trim() ?? null;
}

/** Parses the number of a USD amount into millionths, exactly. Throws AmountError; zero is not valid. */
export function parseUsd(number: string): bigint {
  const micros = parseAmount(number, usdDecimals, 'An amount in USD');
  if (micros === 0n) throw new AmountError('Enter an amount above zero, such as 50 usd.');
  return micros;
}

/**
 * The most base units worth at most `usdMicros` (millionths of a USD) at `priceUsd` per whole token: exact, rounded down.
 * Throws RangeError unless the price is positive.
 */
export function baseUnitsWorth(usdMicros: bigint, priceUsd: Big, decimals: number): bigint {
  if (!priceUsd.gt(0)) throw new RangeError('a price must be positive');
  const [whole = '', fraction = ''] = priceUsd.toFixed().split('.');
  const price = BigInt(whole + fraction);
  return (usdMicros * 10n ** BigInt(decimals + fraction.length)) / (price * 10n ** BigInt(usdDecimals));
}
