import { parseArgs } from 'node:util';
import type { Options } from './command-syntax.ts';

/** Node's parser for these options. Throws its errors. */
export const parseBySyntax = (args: readonly string[], options: Options) =>
  parseArgs({
    args: [...args],
    options: Object.fromEntries(
      Object.entries(options).map(([name, { short, value, choices, isRepeatable = false }]) => {
        const type = value === undefined && !choices ? 'boolean' : 'string';
        return [name, { type, multiple: isRepeatable, ...(short && { short }) } as const];
      }),
    ),
    allowPositionals: true,
    strict: true,
  });
