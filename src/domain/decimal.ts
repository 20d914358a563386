import Big from 'big.js';

/** A text that is not the plain decimal number it should be. */
export class DecimalError extends Error {
  override readonly name = 'DecimalError';
}

/** Longest decimal text that is read. Big.js would happily build a number of a million digits from a hostile answer. */
export const maxDecimalLength = 80;

const plain = /^-?\d+(\.\d+)?$/;

// What String(number) gives below 1e-6 and from 1e21: an answer that sends a number instead of a string arrives so.
const shortExponent = /^-?\d(\.\d+)?e[+-]\d{1,2}$/;

/** Whether `dec` would take the text: plain digits with an optional minus and point, at most 80 characters. */
export const isDecimalText = (text: string): boolean => text.length <= maxDecimalLength && plain.test(text);

/** Reads a plain decimal, exactly. Throws DecimalError for anything else, exponents included. */
export function dec(text: string): Big {
  if (text.length > maxDecimalLength) throw new DecimalError(`a number of ${text.length} characters is not read`);
  if (!plain.test(text)) throw new DecimalError('not a plain decimal number');
  return new Big(text);
}

/** Reads a decimal of an answer: as `dec`, and the exponent form of small JSON numbers. Null when unreadable or absent. */
export function readDecimal(text: string | null | undefined): Big | null {
  if (typeof text !== 'string' || text.length > maxDecimalLength) return null;
  return plain.test(text) || shortExponent.test(text) ? new Big(text) : null;
}

/** The same; null for what is not above zero, too. */
export function readPositive(text: string | null | undefined): Big | null {
  const value = readDecimal(text);
  return value?.gt(0) ? value : null;
}
