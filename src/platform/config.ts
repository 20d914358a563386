import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { parse, TomlError } from 'smol-toml';
import type { z } from 'zod';
import { type Config, configSchema, toConfig } from './config-schema.ts';
import { PlainError } from './plain-error.ts';
import { locateKey, type TextLocation } from './toml-location.ts';

export interface ConfigProblem extends TextLocation {
  readonly message: string;
}

/** The message has one line a problem: `file:line:column: what is wrong and what is allowed`. */
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

/** Says what is wrong with the `[names]` table; the table of open names belongs to the protocol, which this file can't see. */
export type NamesCheck = (names: Readonly<Record<string, string>>) => readonly { name: string; message: string }[];

/** Says what is wrong with the `[keys]` table; the tables of commands and keys are a room that this file can't see. */
export type KeysCheck = (
  keys: Readonly<Record<string, readonly string[]>>,
) => readonly { command: string; message: string }[];

const noCheck = () => [];

/** Reads the configuration. A missing file means the defaults; anything wrong in it throws ConfigError with every problem. */
export function loadConfig(file: string, checkNames: NamesCheck = noCheck, checkKeys: KeysCheck = noCheck): Config {
  let text = '';
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT') throw new ConfigError(file, [{ line: 1, column: 1, message: `cannot be read (${code})` }]);
  }
  const config = parseConfig(file, text, checkNames, checkKeys);
  const why = config.alerts.hook ? whyNotTrusted(file) : null;
  if (why) throw new ConfigError(file, [{ ...locateKey(text, ['alerts', 'hook']), message: `alerts.hook: ${why}` }]);
  return config;
}

/** A file that names a program to be run has to be this person's alone to write. */
function whyNotTrusted(file: string): string | null {
  if (process.platform === 'win32') return null;
  const { mode, uid } = statSync(file);
  if (uid !== process.getuid?.() && uid !== 0) return 'not run, since this file belongs to another user';
  return (mode & 0o022) === 0 ? null : `not run, since others may write this file; close it with: chmod go-w ${file}`;
}

function parseConfig(file: string, text: string, checkNames: NamesCheck, checkKeys: KeysCheck): Config {
  const read = configSchema.safeParse(parseToml(file, text));
  if (!read.success)
    throw new ConfigError(file, read.error.issues.flatMap((issue) => describe(issue, text)).sort(byLine));
  const config = toConfig(read.data, dirname(file));
  const problems = [
    ...checkNames(config.names).map(({ name, message }) => ({
      ...locateKey(text, ['names', name]),
      message: `names.${name}: ${message}`,
    })),
    ...checkKeys(config.keys).map(({ command, message }) => ({
      ...locateKey(text, ['keys', command]),
      message: `keys."${command}": ${message}`,
    })),
  ].sort(byLine);
  if (problems.length > 0) throw new ConfigError(file, problems);
  return config;
}

function parseToml(file: string, text: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    // The parser's message goes on with a drawing of the line, which the location replaces.
    const message = error.message.split('\n')[0]!.replace('Invalid TOML document: ', '');
    throw new ConfigError(file, [{ line: error.line, column: error.column, message }]);
  }
}

const byLine = (a: ConfigProblem, b: ConfigProblem) => a.line - b.line;

function describe(issue: z.core.$ZodIssue, text: string): ConfigProblem[] {
  if (issue.code !== 'unrecognized_keys') {
    // A bad key of a record says only that it is bad; its reason is one level below.
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

/** The keys of the table at a path of the schema; a record such as `profiles` leads to the shape of its entries. */
function allowedKeys(path: readonly PropertyKey[]): string[] {
  let schema: z.core.$ZodType = configSchema;
  for (const step of path) {
    schema = unwrap(schema);
    const { def } = schema._zod as {
      def: { shape?: Record<string, z.core.$ZodType>; valueType?: z.core.$ZodType; element?: z.core.$ZodType };
    };
    schema = def.shape?.[String(step)] ?? def.valueType ?? def.element ?? schema;
  }
  const { def } = unwrap(schema)._zod as { def: { shape?: object } };
  return Object.keys(def.shape ?? {});
}

function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  const { def } = schema._zod as { def: { innerType?: z.core.$ZodType } };
  return def.innerType ? unwrap(def.innerType) : schema;
}
