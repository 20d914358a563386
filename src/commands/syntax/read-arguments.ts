import { toProblem } from '../../stores/problem.ts';
import { didYouMean } from '../../ui/keys/nearest-words.ts';
import { UsageError } from '../command.ts';
import { type CommandSyntax, type OptionSyntax, optionNamed, optionText, type Values } from './command-syntax.ts';
import { parseBySyntax } from './parse-by-syntax.ts';

interface Arguments<Syntax extends CommandSyntax> {
  readonly values: Values<Syntax['options']>;
  /** As many as the syntax has, those that must be there at least. */
  readonly words: readonly string[];
}

/** Reads a command's arguments by its syntax. Throws UsageError for anything else. */
export function readArguments<const Syntax extends CommandSyntax>(
  args: readonly string[],
  syntax: Syntax,
): Arguments<Syntax> {
  const { values, positionals: words } = parse(args, syntax);
  refuseWords(words, syntax);
  const read: Record<string, unknown> = {};
  for (const [name, option] of Object.entries(syntax.options)) {
    const value = values[name];
    if (value === undefined) continue;
    read[name] = option.choices ? choiceOf(`--${name}`, String(value), option.choices, syntax) : value;
  }
  for (const group of syntax.exclusive ?? []) {
    const given = group.filter((name) => read[name] !== undefined);
    if (given.length > 1)
      throw usageError(syntax, `${given.map((name) => `--${name}`).join(' and ')} exclude each other.`);
  }
  // The loop above has given each value the type of its option, which the compiler cannot follow.
  return { values: read as Values<Syntax['options']>, words };
}

/** An error about a command's arguments, with the place where they are described. */
export const usageError = ({ name }: Pick<CommandSyntax, 'name'>, problem: string): UsageError =>
  new UsageError(`${problem} See: swapdeck ${name === 'desk' ? '' : `${name} `}--help`);

function parse(args: readonly string[], syntax: CommandSyntax) {
  try {
    return parseBySyntax(args, syntax.options);
  } catch (error) {
    throw usageError(syntax, problemOf(error, syntax));
  }
}

/** parseArgs names the option in quotes; the rest of its sentences is for programmers. */
function problemOf(error: unknown, { options }: CommandSyntax): string {
  const { message } = toProblem(error);
  const [, quoted = ''] = /'(--?[^' <,]*)/.exec(message) ?? [];
  const name = optionNamed(options, quoted) ?? optionNamed(options, quoted.replace(/^--no-/, '--'));
  const option: OptionSyntax | undefined = options[name ?? ''];
  if (!name || !option) {
    const known = Object.keys(options).map((one) => `--${one}`);
    return `There is no option ${JSON.stringify(quoted)}.${didYouMean(quoted, known)}`;
  }
  const takes = option.value === undefined && !option.choices ? 'takes no value' : 'takes a value';
  return `--${name} ${takes}: ${optionText(name, option)}.`;
}

function refuseWords(given: readonly string[], syntax: CommandSyntax): void {
  const { words = [] } = syntax;
  const missing = words.find(({ isOptional }, index) => !isOptional && given[index] === undefined);
  if (missing) {
    const choices = missing.choices ? `, one of ${missing.choices.join(', ')}` : '';
    throw usageError(syntax, `Give ${missing.name}: ${missing.summary}${choices}.`);
  }
  const extra = words.at(-1)?.isRepeatable ? undefined : given[words.length];
  if (extra !== undefined) throw usageError(syntax, `Unexpected ${JSON.stringify(extra.slice(0, 60))}.`);
  for (const [index, { name, choices }] of words.entries()) {
    const word = given[index];
    if (choices && word !== undefined) choiceOf(name, word, choices, syntax);
  }
}

function choiceOf(name: string, text: string, choices: readonly string[], syntax: CommandSyntax): string {
  const found = choices.find((choice) => choice === text.toLowerCase());
  if (found !== undefined) return found;
  const near = didYouMean(text, choices);
  throw usageError(syntax, `${name} is one of ${choices.join(', ')}, not ${JSON.stringify(text.slice(0, 60))}.${near}`);
}
