import { closeSync, fstatSync, fsyncSync, openSync, readFileSync, readSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { ensureDir, PRIVATE_FILE_MODE } from './paths.ts';
import { syncFolder } from './private-file.ts';
import { scrub } from './secrets.ts';

export type JournalEntry = Record<string, unknown>;

export interface JournalContents {
  readonly entries: readonly JournalEntry[];
  /** Line numbers, from 1, that could not be read: torn by a crash or changed by hand. */
  readonly badLines: readonly number[];
}

export interface Journal {
  /** Returns once the line is on disk; bigints are written as decimal text. Throws when it could not be written. */
  append(entry: JournalEntry): void;
  read(): JournalContents;
  close(): void;
}

/** Opens the append-only record of what was sent: one JSON object a line, fsynced one by one. */
export function createJournal(file: string): Journal {
  ensureDir(dirname(file));
  const descriptor = openSync(file, 'a+', PRIVATE_FILE_MODE);
  syncFolder(dirname(file));
  return {
    append(entry) {
      const line = `${scrub(JSON.stringify(entry, bigintAsText))}\n`;
      writeWhole(descriptor, endsMidLine(descriptor) ? `\n${line}` : line);
      fsyncSync(descriptor);
    },
    read: () => parseJournal(readFileSync(file, 'utf8')),
    close: () => closeSync(descriptor),
  };
}

const bigintAsText = (_key: string, value: unknown) => (typeof value === 'bigint' ? value.toString() : value);

function writeWhole(descriptor: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written);
}

/** A line torn by a crash must not swallow the next one. */
function endsMidLine(descriptor: number): boolean {
  const { size } = fstatSync(descriptor);
  const last = Buffer.alloc(1);
  return size > 0 && readSync(descriptor, last, 0, 1, size - 1) === 1 && last[0] !== 0x0a;
}

function parseJournal(text: string): JournalContents {
  const entries: JournalEntry[] = [];
  const badLines: number[] = [];
  text.split('\n').forEach((line, index) => {
    if (line === '') return;
    const entry = parseObject(line);
    if (entry) entries.push(entry);
    else badLines.push(index + 1);
  });
  return { entries, badLines };
}

function parseObject(line: string): JournalEntry | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JournalEntry) : null;
  } catch {
    return null;
  }
}
