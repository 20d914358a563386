import { type ParseArgsConfig, parseArgs } from 'node:util';
import { toProblem } from '../stores/problem.ts';
import { UsageError } from './command.ts';

type Options = NonNullable<ParseArgsConfig['options']>;

/** Parses a command's arguments by its option table. Throws UsageError for anything else. */
export function parseOptions<const T extends Options>(args: readonly string[], options: T, usage: string) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    // parseArgs explains the error in one sentence, followed by advice about `--`.
    throw new UsageError(`${toProblem(error).message.split('. ')[0]}. Usage: ${usage}`);
  }
}

/** The value of an option that takes a name, in any case. */
export function oneOf<Name extends string>(option: string, value: string, names: readonly Name[], usage = ''): Name {
  const found = names.find((name) => name === value.toLowerCase());
  if (found === undefined)
    throw new UsageError(
      `${option} must be one of ${names.join(', ')}, not ${JSON.stringify(value)}.${usage && ` Usage: ${usage}`}`,
    );
  return found;
}

/** For commands that take only options. */
export function refuseWords(words: readonly string[], usage: string): void {
  if (words.length > 0) throw new UsageError(`Unexpected ${JSON.stringify(words[0])}. Usage: ${usage}`);
}
