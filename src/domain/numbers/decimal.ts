import Big from 'big.js';

/** A text that is not a plain decimal number. */
export class DecimalError extends Error {
  override readonly name = 'DecimalError';
}

/** Maximum length of a decimal text. Big.js would build a number of a million digits from a hostile response. */
export const maxDecimalLength = 80;

const plain = /^-?\d+(\.\d+)?$/;

// The output of String(number) below 1e-6 and from 1e21, for responses with a number instead of a string.
const shortExponent = /^-?\d(\.\d+)?e[+-]\d{1,2}$/;

/** Whether `dec` accepts the text: plain digits with an optional minus and point, at most 80 characters. */
export const isDecimalText = (text: string): boolean => text.length <= maxDecimalLength && plain.test(text);

/** Parses a plain decimal, exactly. Throws DecimalError for anything else, including exponents. */
export function dec(text: string): Big {
  if (text.length > maxDecimalLength) throw new DecimalError(`a number of ${text.length} characters is not read`);
  if (!plain.test(text)) throw new DecimalError('not a plain decimal number');
  return new Big(text);
}

/**
 * Parses a decimal of a response: like `dec`, plus the exponent form of small JSON numbers. Null if unreadable or
 * absent.
 */
export function readDecimal(text: string | null | undefined): Big | null {
  if (typeof text !== 'string' || text.length > maxDecimalLength) return null;
  return plain.test(text) || shortExponent.test(text) ? new Big(text) : null;
}

/** The same; also null if it is not positive. */
export function readPositive(text: string | null | undefined): Big | null {
  const value = readDecimal(text);
  return value?.gt(0) ? value : null;
}
