import {
  type CommandSyntax,
  type OptionSyntax,
  optionNamed,
  type ValueKind,
  type WordSyntax,
} from '../syntax/command-syntax.ts';

export interface Candidate {
  readonly value: string;
  readonly summary: string;
}

/** What may follow; `file` and `folder` are left to the shell. */
export type Completion = readonly Candidate[] | 'file' | 'folder';

/** Finds the values of a kind. `before`: the words of the command so far. */
export type FindValues = (kind: ValueKind, before: readonly string[]) => Promise<readonly Candidate[]>;

/** `commands` begins with the default one; the last of `typed` is the word being typed, '' for a new one. */
export async function complete(
  typed: readonly string[],
  commands: readonly CommandSyntax[],
  find: FindValues,
): Promise<Completion> {
  const current = typed.at(-1) ?? '';
  const before = typed.slice(0, -1);
  const { syntax, words, option } = read(before, commands);
  const fitting = (completion: Completion): Completion =>
    typeof completion === 'string' ? completion : completion.filter(({ value }) => value.startsWith(current));
  if (option) return fitting(await valuesOf(option, words, find));
  const [, name = '', prefix = ''] = /^--([^=]+)(=)/.exec(current) ?? [];
  const assigned = syntax.options[name];
  if (prefix && assigned) return fitting(assign(`--${name}=`, await valuesOf(assigned, words, find)));
  if (current.startsWith('-')) return fitting(optionsOf(syntax, before));
  const word = syntax.words?.[Math.min(words.length, (syntax.words?.length ?? 1) - 1)];
  const own = word && (words.length < (syntax.words?.length ?? 0) || word.isRepeatable);
  const values = own ? await valuesOf(word, words, find) : [];
  return typeof values === 'string' ? values : fitting([...commandWords(commands, before), ...values]);
}

/** The command so far, its words, and the option whose value comes next. */
function read(before: readonly string[], commands: readonly CommandSyntax[]) {
  const texts = before.filter((word) => !word.startsWith('-'));
  const syntax =
    commands.find(({ name }) => name === texts.slice(0, 2).join(' ')) ??
    commands.find(({ name }) => name === texts[0]) ??
    commands[0]!;
  const words: string[] = [];
  let option: OptionSyntax | null = null;
  for (const text of before) {
    if (option) option = null;
    else if (!text.startsWith('-')) words.push(text);
    else if (!text.includes('=')) option = valued(syntax.options[optionNamed(syntax.options, text) ?? '']);
  }
  const isNamed = words[0] === syntax.name.split(' ')[0];
  return { syntax, words: isNamed ? words.slice(syntax.name.split(' ').length) : words, option };
}

const valued = (option: OptionSyntax | undefined): OptionSyntax | null =>
  option && (option.value !== undefined || option.choices) ? option : null;

/** The next words of all commands that begin with these. */
function commandWords(commands: readonly CommandSyntax[], before: readonly string[]): Candidate[] {
  const found = new Map<string, string>();
  for (const { name, summary } of commands) {
    const parts = name.split(' ');
    const isFurther = parts.length > before.length && before.every((word, index) => word === parts[index]);
    if (isFurther && !found.has(parts[before.length]!)) found.set(parts[before.length]!, summary);
  }
  return [...found].map(([value, summary]) => ({ value, summary }));
}

/** Those that can still be given. */
function optionsOf({ options, exclusive = [] }: CommandSyntax, before: readonly string[]): Candidate[] {
  const given = new Set(before.map((word) => optionNamed(options, word)));
  const isExcluded = (name: string) =>
    exclusive.some((group) => group.includes(name) && group.some((other) => given.has(other)));
  const own = Object.entries(options)
    .filter(([name, { isRepeatable }]) => isRepeatable || !(given.has(name) || isExcluded(name)))
    .map(([name, { summary }]) => ({ value: `--${name}`, summary }));
  return [...own, { value: '--help', summary: 'show the help of the command' }];
}

async function valuesOf(
  { choices, complete: kind }: OptionSyntax | WordSyntax,
  words: readonly string[],
  find: FindValues,
): Promise<Completion> {
  if (choices) return choices.map((value) => ({ value, summary: '' }));
  if (kind === 'file' || kind === 'folder') return kind;
  return kind ? find(kind, words) : [];
}

const assign = (prefix: string, completion: Completion): Completion =>
  typeof completion === 'string'
    ? completion
    : completion.map(({ value, summary }) => ({ value: prefix + value, summary }));
