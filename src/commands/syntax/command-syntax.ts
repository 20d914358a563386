/** What completion offers for a value, besides choices. */
export type ValueKind =
  | 'file'
  | 'folder'
  | 'profile'
  | 'wallet'
  | 'operation'
  | 'field'
  | 'stream'
  | 'filter'
  | 'command';

/** An option of a command. Without `value` it is a flag. */
export interface OptionSyntax {
  /** One line, no full stop. */
  readonly summary: string;
  /** One letter, as in `-o`. */
  readonly short?: string;
  /** Placeholder, such as NAME. */
  readonly value?: string;
  /** The only values; in any case on the command line. */
  readonly choices?: readonly string[];
  readonly isRepeatable?: true;
  readonly complete?: ValueKind;
}

/** A word that is not an option. */
export interface WordSyntax {
  /** Placeholder, such as FILE. */
  readonly name: string;
  readonly summary: string;
  readonly choices?: readonly string[];
  readonly isOptional?: true;
  /** Any number of them. */
  readonly isRepeatable?: true;
  readonly complete?: ValueKind;
}

export type Options = Readonly<Record<string, OptionSyntax>>;

/** A command as it is typed: parsing, usage, help, completion, man page and docs follow from it. */
export interface CommandSyntax {
  /** One or two words, such as `paper reset`. */
  readonly name: string;
  /** One line, no full stop. */
  readonly summary: string;
  readonly words?: readonly WordSyntax[];
  readonly options: Options;
  /** Groups of options of which at most one is given. */
  readonly exclusive?: readonly (readonly string[])[];
  /** What else there is to know; plain paragraphs. */
  readonly notes?: readonly string[];
  /** Command lines with what they do. */
  readonly examples?: readonly (readonly [line: string, effect: string])[];
  /** Besides those of all commands. */
  readonly exitCodes?: readonly (readonly [code: number, meaning: string])[];
}

type ValueOf<Option extends OptionSyntax> = Option extends { isRepeatable: true }
  ? string[]
  : Option extends { choices: readonly (infer Choice)[] }
    ? Choice
    : Option extends { value: string }
      ? string
      : boolean;

/** The given values of a command's options; undefined for those that were not given. */
export type Values<Given extends Options> = { readonly [Name in keyof Given]?: ValueOf<Given[Name]> | undefined };

/** Of every command. */
export const exitCodes: readonly (readonly [code: number, meaning: string])[] = [
  [0, 'done'],
  [1, 'failed; the message says why and what to do'],
  [2, 'the command line is wrong; nothing was done'],
  [130, 'interrupted with Ctrl-C; other signals end with 128 and their number'],
];

const placeholder = ({ value, choices }: Pick<OptionSyntax, 'value' | 'choices'>): string =>
  choices && (choices.length <= 3 || value === undefined) ? choices.join('|') : (value ?? '');

/** `--port N`, or `-p, --port N` with a short name. */
export const optionText = (name: string, option: OptionSyntax): string =>
  `${option.short ? `-${option.short}, ` : ''}--${name}${valueText(option)}`;

const usageText = (name: string, option: OptionSyntax): string =>
  `${option.short ? `-${option.short}` : `--${name}`}${valueText(option)}`;

const valueText = (option: OptionSyntax): string =>
  option.value === undefined && !option.choices ? '' : ` ${placeholder(option)}`;

/** The name of the option that a word such as `--port`, `--port=7` or `-p` begins; null for none. */
export function optionNamed(options: Options, word: string): string | null {
  const [, long, short] = /^(?:--([^=]+)|-([^-]))/.exec(word) ?? [];
  const found = Object.entries(options).find(([name, option]) =>
    long === undefined ? short !== undefined && option.short === short : name === long,
  );
  return found?.[0] ?? null;
}

const wordText = ({ name, isOptional, isRepeatable }: WordSyntax): string => {
  const text = `${name}${isRepeatable ? ' …' : ''}`;
  return isOptional ? `[${text}]` : text;
};

/** One line, such as `swapdeck logout [--profile NAME]`. */
export function usageOf({ name, words = [], options, exclusive = [] }: CommandSyntax): string {
  const inGroups = new Set<string>();
  const parts = Object.entries(options).flatMap(([option, syntax]) => {
    if (inGroups.has(option)) return [];
    const group = exclusive.find((one) => one.includes(option)) ?? [option];
    for (const one of group) inGroups.add(one);
    const texts = group.map((one) => usageText(one, options[one]!));
    return [`[${texts.join(' | ')}]${syntax.isRepeatable ? ' …' : ''}`];
  });
  return ['swapdeck', ...(name === 'desk' ? [] : [name]), ...words.map(wordText), ...parts].join(' ');
}
