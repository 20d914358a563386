import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { parse, TomlError } from 'smol-toml';
import { z } from 'zod';
import { errorCode } from '../process/error-code.ts';
import { PlainError } from '../process/plain-error.ts';
import { presetPlans } from './config-presets.ts';
import { type Config, configSchema, toConfig } from './config-schema.ts';
import { locateKey, type TextLocation } from './toml-location.ts';

export interface ConfigProblem extends TextLocation {
  readonly message: string;
}

/** The message has one line per problem: `file:line:column: what is wrong and what is allowed`. */
export class ConfigError extends PlainError {
  readonly file: string;
  readonly problems: readonly ConfigProblem[];

  constructor(file: string, problems: readonly ConfigProblem[]) {
    super(problems.map(({ line, column, message }) => `${file}:${line}:${column}: ${message}`).join('\n'));
    this.name = 'ConfigError';
    this.file = file;
    this.problems = problems;
  }
}

/** Validates the `[names]` table. The protocol owns the table of open names, and this file cannot import it. */
export type NamesCheck = (names: Readonly<Record<string, string>>) => readonly { name: string; message: string }[];

/** Validates the `[keys]` table. `src/keys` owns the tables of commands and keys, and this file cannot import it. */
export type KeysCheck = (
  keys: Readonly<Record<string, readonly string[]>>,
) => readonly { command: string; message: string }[];

/** Validates `plans` of `[presets]`. `src/ui/command-line` owns their grammar, and this file cannot import it. */
export type PlansCheck = (plans: readonly string[]) => readonly { index: number; message: string }[];

/** What other modules validate; without a check its part is read as it is. */
export interface ConfigChecks {
  readonly names?: NamesCheck | undefined;
  readonly keys?: KeysCheck | undefined;
  readonly plans?: PlansCheck | undefined;
}

/** Reads the configuration. A missing file means the defaults. Throws ConfigError with every problem. */
export function loadConfig(file: string, checks: ConfigChecks = {}): Config {
  let text = '';
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const code = errorCode(error);
    if (code !== 'ENOENT') throw new ConfigError(file, [{ line: 1, column: 1, message: `cannot be read (${code})` }]);
  }
  const config = parseConfig(file, text, checks);
  const why = config.alerts.hook ? whyNotTrusted(file) : null;
  if (why) throw new ConfigError(file, [{ ...locateKey(text, ['alerts', 'hook']), message: `alerts.hook: ${why}` }]);
  return config;
}

/** A file that names a program to run must be writable only by this user. */
function whyNotTrusted(file: string): string | null {
  if (process.platform === 'win32') return null;
  const { mode, uid } = statSync(file);
  if (uid !== process.getuid?.() && uid !== 0) return 'not run, because this file belongs to another user';
  return (mode & 0o022) === 0
    ? null
    : `not run, because other users can write this file; fix it with: chmod go-w ${file}`;
}

function parseConfig(file: string, text: string, checks: ConfigChecks): Config {
  const toml = parseToml(file, text);
  const read = configSchema.safeParse(toml);
  const issues = (read.error?.issues ?? []).flatMap((issue) => describe(issue, text));
  // Every problem at once: the tables that other modules check are read by themselves if the rest is wrong.
  const problems = [...issues, ...checkTables(read.data ?? checkedTables(toml), text, checks)].sort(byLine);
  if (!read.success || problems.length > 0) throw new ConfigError(file, problems);
  return toConfig(read.data, dirname(file));
}

type Checked = Pick<z.output<typeof configSchema>, 'names' | 'keys'> & { readonly presets: { plans: string[] } };

function checkTables({ names, keys, presets: { plans } }: Checked, text: string, check: ConfigChecks): ConfigProblem[] {
  return [
    ...(check.names?.(names) ?? []).map(({ name, message }) => ({
      ...locateKey(text, ['names', name]),
      message: `names.${name}: ${message}`,
    })),
    ...(check.keys?.(keys) ?? []).map(({ command, message }) => ({
      ...locateKey(text, ['keys', command]),
      message: `keys."${command}": ${message}`,
    })),
    ...(check.plans?.(plans) ?? []).map(({ index, message }) => ({
      ...locateKey(text, ['presets', 'plans']),
      message: `presets.plans.${index}: ${message}`,
    })),
  ];
}

/** Those that are well formed; the schema's own issues name the others. */
function checkedTables(toml: unknown): Checked {
  // A TOML document is always a table.
  const { names, keys, presets } = toml as Readonly<Record<string, unknown>>;
  const { shape } = configSchema;
  return {
    names: shape.names.safeParse(names).data ?? {},
    keys: shape.keys.safeParse(keys).data ?? {},
    presets: z.object({ plans: presetPlans }).safeParse(presets).data ?? { plans: [] },
  };
}

function parseToml(file: string, text: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    // The parser's message continues with a drawing of the line, which the location replaces.
    const [first = ''] = error.message.split('\n');
    const message = first.replace('Invalid TOML document: ', '');
    throw new ConfigError(file, [{ line: error.line, column: error.column, message }]);
  }
}

const byLine = (a: ConfigProblem, b: ConfigProblem) => a.line - b.line;

function describe(issue: z.core.$ZodIssue, text: string): ConfigProblem[] {
  if (issue.code !== 'unrecognized_keys') {
    // The issue for an invalid key of a record has its reason one level below.
    const reason = issue.code === 'invalid_key' ? issue.issues[0]?.message : undefined;
    const message = `${issue.path.join('.')}: ${reason ?? issue.message}`;
    return [{ ...locateKey(text, issue.path), message }];
  }
  const table = issue.path.length > 0 ? ` in [${issue.path.join('.')}]` : '';
  return issue.keys.map((key) => ({
    ...locateKey(text, [...issue.path, key]),
    message: `unknown key ${key}${table}; allowed: ${allowedKeys(issue.path).join(', ')}`,
  }));
}

/** The keys of the table at a schema path; for a record such as `profiles`, the keys of its entries. */
function allowedKeys(path: readonly PropertyKey[]): string[] {
  let schema: z.core.$ZodType = configSchema;
  for (const step of path) {
    const table = unwrap(schema);
    if (table instanceof z.ZodObject) schema = table.shape[String(step)] ?? table;
    else if (table instanceof z.ZodRecord) schema = table.valueType;
    else if (table instanceof z.ZodArray) schema = table.element;
  }
  const table = unwrap(schema);
  return table instanceof z.ZodObject ? Object.keys(table.shape) : [];
}

function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  const isWrapped =
    schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault || schema instanceof z.ZodOptional;
  return isWrapped ? unwrap(schema.unwrap()) : schema;
}
