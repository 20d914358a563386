import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import { printableJson } from './printable-json.ts';
import { writePrivateFile } from './private-file.ts';

/** State that the desk saves between sessions, in a file readable only by its owner. */
export interface SavedFile<T> {
  /** Missing or unreadable parts are skipped: saved state never prevents a start. */
  read(): T;
  /** Throws file system errors. */
  write(kept: T): void;
}

/** Saves text. `fromText` gets '' if the file is missing or unreadable. */
export const savedText = <T>(
  file: string,
  { fromText, toText }: { readonly fromText: (text: string) => T; readonly toText: (kept: T) => string },
): SavedFile<T> => ({
  read: () => fromText(textOf(file)),
  write: (kept) => writePrivateFile(file, toText(kept)),
});

/** Saves JSON. `fromJson` gets null if the file is missing, unreadable or not JSON. */
export const savedJson = <T>(file: string, fromJson: (value: unknown) => T): SavedFile<T> =>
  savedText(file, {
    fromText: (text) => fromJson(parsed(text)),
    toText: (kept) => `${printableJson(JSON.stringify(kept))}\n`,
  });

/** The entries of a record that match `shape`: an invalid entry does not affect the others. */
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
