import type Big from 'big.js';
import { AmountError, parseAmount, toBig } from '../../../domain/amount.ts';

/** Enough for any price or size that a person types. */
const anyDecimals = 30;

/** A typed number above zero, exactly; the sentence that says what is allowed when it can't be read. */
export function readNumber(text: string, example: string): Big | string {
  try {
    const value = toBig(parseAmount(text, anyDecimals, 'A number here'), anyDecimals);
    return value.gt(0) ? value : `Type a number above zero, such as ${example}.`;
  } catch (error) {
    if (error instanceof AmountError) return text.trim() === '' ? `Type a number, such as ${example}.` : error.message;
    throw error;
  }
}
