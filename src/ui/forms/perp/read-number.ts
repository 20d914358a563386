import type Big from 'big.js';
import { AmountError, parseAmount, toBig } from '../../../domain/numbers/amount.ts';

/** Enough for any price or size that a person types. */
const anyDecimals = 30;

/** Parses a number above zero, exactly. Returns an error message if it is invalid. */
export function readNumber(text: string, example: string): Big | string {
  try {
    const value = toBig(parseAmount(text, anyDecimals, 'A number here'), anyDecimals);
    return value.gt(0) ? value : `Enter a number above zero, such as ${example}.`;
  } catch (error) {
    if (error instanceof AmountError) return text.trim() === '' ? `Enter a number, such as ${example}.` : error.message;
    throw error;
  }
}
