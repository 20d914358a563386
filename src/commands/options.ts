import { type ParseArgsConfig, parseArgs } from 'node:util';
import { UsageError } from './command.ts';

type Options = NonNullable<ParseArgsConfig['options']>;

/** Reads a command's arguments by the table of its options. Throws UsageError for anything else. */
export function parseOptions<const T extends Options>(args: readonly string[], options: T, usage: string) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    // parseArgs explains itself in one sentence, with advice about `--` after it.
    throw new UsageError(`${(error as Error).message.split('. ')[0]}. Usage: ${usage}`);
  }
}

/** For commands that take options alone. */
export function refuseWords(words: readonly string[], usage: string): void {
  if (words.length > 0) throw new UsageError(`Unexpected ${JSON.stringify(words[0])}. Usage: ${usage}`);
}
