import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import { printableJson } from './printable-json.ts';
import { writePrivateFile } from './private-file.ts';

/** What the desk keeps from session to session, in a file that its owner alone can read. */
export interface KeptFile<T> {
  /** What is missing or can't be understood is left out: what is kept here is never a reason not to start. */
  read(): T;
  /** Throws what the file system says. */
  write(kept: T): void;
}

/** Of text; `fromText` gets none of a file that is missing or can't be read. */
export const keptText = <T>(
  file: string,
  { fromText, toText }: { readonly fromText: (text: string) => T; readonly toText: (kept: T) => string },
): KeptFile<T> => ({
  read: () => fromText(textOf(file)),
  write: (kept) => writePrivateFile(file, toText(kept)),
});

/** Of JSON; `fromJson` gets null of a file that is missing, can't be read, or holds something else. */
export const keptJson = <T>(file: string, fromJson: (value: unknown) => T): KeptFile<T> =>
  keptText(file, {
    fromText: (text) => fromJson(parsed(text)),
    toText: (kept) => `${printableJson(JSON.stringify(kept))}\n`,
  });

/** Of a record's entries those that `shape` can read: one that it can't takes none of the others with it. */
export const readEntries = <T>(record: Readonly<Record<string, unknown>>, shape: z.ZodType<T>): Record<string, T> =>
  Object.fromEntries(
    Object.entries(record).flatMap(([key, value]): [string, T][] => {
      const read = shape.safeParse(value);
      return read.success ? [[key, read.data]] : [];
    }),
  );

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
