import Big from 'big.js';
import { maxDecimalLength } from './decimal.ts';

/** A typed amount that is not valid. The message is a sentence that is shown to the user. */
export class AmountError extends Error {
  override readonly name = 'AmountError';
}

const typedNumber = /^(\d+\.?\d*|\.\d+)$/;

/**
 * Parses a typed decimal amount into base units, exactly. `symbol` only names the token in messages. Throws
 * AmountError. Zero is valid; a caller that needs more checks that itself.
 */
export function parseAmount(text: string, decimals: number, symbol = 'This token'): bigint {
  checkDecimals(decimals);
  const typed = text.trim();
  const problem = amountProblem(typed);
  if (problem) throw new AmountError(problem);
  const [whole = '', fraction = ''] = typed.split('.');
  if (fraction.length > decimals) throw new AmountError(tooManyDecimals(typed, fraction.length, decimals, symbol));
  return BigInt(whole + fraction.padEnd(decimals, '0'));
}

/** Base units as decimal text: exact, no trailing zeros, ASCII minus. `parseAmount` restores the same value. */
export function formatAmount(baseUnits: bigint, decimals: number): string {
  checkDecimals(decimals);
  const sign = baseUnits < 0n ? '-' : '';
  const digits = (baseUnits < 0n ? -baseUnits : baseUnits).toString().padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  const fraction = digits.slice(point).replace(/0+$/, '');
  return sign + digits.slice(0, point) + (fraction && `.${fraction}`);
}

/** Base units as a decimal number of whole tokens, exact. */
export const toBig = (baseUnits: bigint, decimals: number): Big => new Big(formatAmount(baseUnits, decimals));

/** A share of an amount, rounded down. `bps` is a whole number from 0 to 10,000; otherwise RangeError. */
export function percentOf(baseUnits: bigint, bps: number): bigint {
  if (!Number.isInteger(bps) || bps < 0 || bps > 10_000) throw new RangeError(`${bps} is not 0 to 10,000 basis points`);
  if (baseUnits < 0n) throw new RangeError('a share of a negative amount is not defined');
  return (baseUnits * BigInt(bps)) / 10_000n;
}

function amountProblem(typed: string): string | null {
  if (typed === '') return 'Enter an amount, such as 1.5.';
  if (typed.length > maxDecimalLength) return `An amount has at most ${maxDecimalLength} characters.`;
  if (typedNumber.test(typed)) return null;
  if (/^[-+−]/.test(typed)) return 'Enter the amount without a sign.';
  if (/^[\d.]+e[-+]?\d+$/i.test(typed)) return 'Write the amount out in full, without an exponent.';
  if (/^\d+,\d+$/.test(typed)) return 'Use a point for decimals and leave out thousands separators, such as 1234.5.';
  if (/^[\d.,_'’\s]+$/.test(typed) && /\d/.test(typed))
    return 'Leave out thousands separators and use one point, such as 1234.5.';
  return 'An amount is digits with at most one point, such as 1.5.';
}

function tooManyDecimals(typed: string, has: number, decimals: number, symbol: string): string {
  const limit = decimals === 0 ? 'no decimals' : `${decimals} decimal${decimals === 1 ? '' : 's'}`;
  return `${symbol} has ${limit}; ${typed} has ${has}.`;
}

function checkDecimals(decimals: number): void {
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > 255)
    throw new RangeError(`${decimals} is not a token's number of decimals`);
}
