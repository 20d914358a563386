import { text as readText } from 'node:stream/consumers';
import { cleanText } from '../../domain/text/clean-text.ts';
import { printableJson } from '../../platform/files/printable-json.ts';
import { PlainError } from '../../platform/process/plain-error.ts';
import { decodeTransaction } from '../../signing/decode/decode-transaction.ts';
import { type DecodedTransaction, DecodeError } from '../../signing/decode/decoded-transaction.ts';
import type { CommandIo } from '../command.ts';
import { readArguments } from '../syntax/read-arguments.ts';
import { decodeSyntax } from './decode-syntax.ts';

/** `swapdeck decode`: explains a transaction. Resolves to 3 if a step gives something away or is not known. */
export async function runDecode(args: readonly string[], io: CommandIo): Promise<number> {
  const { values, words } = readArguments(args, decodeSyntax);
  const given = words[0] === '-' ? await readText(io.stdin) : words[0]!;
  const decoded = await decode(given);
  io.stdout.write(values.json ? `${printableJson(JSON.stringify(decoded, null, 2))}\n` : explained(decoded));
  return decoded.steps.some(({ risk }) => risk !== null) ? 3 : 0;
}

async function decode(text: string): Promise<DecodedTransaction> {
  try {
    return await decodeTransaction(text);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw new PlainError(error.message);
  }
}

function explained({ facts, steps }: DecodedTransaction): string {
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
