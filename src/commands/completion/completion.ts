import type { CommandIo } from '../command.ts';
import type { CommandSyntax } from '../syntax/command-syntax.ts';
import { readArguments } from '../syntax/read-arguments.ts';
import { complete } from './complete.ts';
import { completionSyntax } from './completion-syntax.ts';
import { type Shell, scripts } from './shells.ts';

/** `swapdeck completion SHELL`: prints the shell's script. */
export async function runCompletion(args: readonly string[], io: CommandIo): Promise<number> {
  const { words } = readArguments(args, completionSyntax);
  io.stdout.write(scripts[words[0]!.toLowerCase() as Shell]);
  return 0;
}

/** `swapdeck __complete WORD …`, which the scripts call: prints what may follow, a candidate and its summary a line. */
export async function runComplete(
  words: readonly string[],
  io: CommandIo,
  commands: readonly CommandSyntax[],
): Promise<number> {
  const { findValues } = await import('./find-values.ts');
  const found = await complete(words, commands, findValues(io));
  io.stdout.write(
    typeof found === 'string' ? `:${found}\n` : found.map(({ value, summary }) => `${value}\t${summary}\n`).join(''),
  );
  return 0;
}
