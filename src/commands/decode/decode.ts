import { text as readText } from 'node:stream/consumers';
import { printableJson } from '../../platform/files/printable-json.ts';
import type { CommandIo } from '../command.ts';
import { readArguments } from '../syntax/read-arguments.ts';
import { decodeSyntax } from './decode-syntax.ts';
import { decode, explained } from './explain.ts';

/** `swapdeck decode`: explains a transaction. Resolves to 3 if a step gives something away or is not known. */
export async function runDecode(args: readonly string[], io: CommandIo): Promise<number> {
  const { values, words } = readArguments(args, decodeSyntax);
  const given = words[0] === '-' ? await readText(io.stdin) : words[0]!;
  const decoded = await decode(given);
  io.stdout.write(values.json ? `${printableJson(JSON.stringify(decoded, null, 2))}\n` : explained(decoded));
  return decoded.steps.some(({ risk }) => risk !== null) ? 3 : 0;
}
