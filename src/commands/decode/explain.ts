import { cleanText } from '../../domain/text/clean-text.ts';
import { PlainError } from '../../platform/process/plain-error.ts';
import { decodeTransaction } from '../../signing/decode/decode-transaction.ts';
import { type DecodedTransaction, DecodeError } from '../../signing/decode/decoded-transaction.ts';

/** What a transaction's bytes say. Throws PlainError if they are none. */
export async function decode(text: string): Promise<DecodedTransaction> {
  try {
    return await decodeTransaction(text);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw new PlainError(error.message);
  }
}

/** A decoded transaction as text for the terminal, several lines. */
export function explained({ facts, steps }: DecodedTransaction): string {
  const width = Math.max(...Object.keys(facts).map((name) => name.length));
  const row = (name: string, value: string, indent = '') => `${indent}${name.padEnd(width)}  ${cleanText(value)}\n`;
  return [
    ...Object.entries(facts).map(([name, value]) => row(name, value)),
    ...steps.flatMap(({ program, action, details, risk }, index) => [
      `\n${index + 1}. ${cleanText(program)}: ${action ?? 'unknown'}\n`,
      ...Object.entries(details).map(([name, value]) => row(name, value, '   ')),
      ...(risk === null ? [] : [`   ! ${cleanText(risk)}\n`]),
    ]),
  ].join('');
}
