import { closeSync, fstatSync, fsyncSync, openSync, readFileSync, readSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { ensureDir, PRIVATE_FILE_MODE } from '../files/paths.ts';
import { printableJson } from '../files/printable-json.ts';
import { syncFolder } from '../files/private-file.ts';
import { redact } from '../secrets/secrets.ts';
import {
  isSameFile,
  type JournalEntry,
  type JournalRow,
  parseJournalFile,
  readLateRows,
  requireFile,
  withoutRepeats,
} from './journal-files.ts';

export type { JournalEntry } from './journal-files.ts';

export interface BadLine {
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

export interface JournalContents {
  readonly entries: readonly JournalEntry[];
  /** Unreadable lines: torn by a crash or edited by hand. */
  readonly badLines: readonly BadLine[];
}

export interface Journal {
  /**
   * Returns once the line is on disk, in the current journal file; bigints are written as decimal text. Throws if it
   * could not be written.
   */
  append(entry: JournalEntry): void;
  /** The journal's entries in order: all since the last rotation, plus the then unfinished ones. */
  read(): JournalContents;
  close(): void;
}

/** Opens the append-only record of sent requests: one JSON object per line, each fsynced. */
export function createJournal(file: string): Journal {
  let descriptor: number | null = open(file);
  const reopen = (old: number): number => {
    descriptor = open(file);
    closeSync(old);
    return descriptor;
  };
  return {
    append(entry) {
      if (descriptor === null) throw new Error('the journal is closed');
      // Another program may rotate the journal at any time. The check before makes sure that the line goes to the
      // current file; the check after catches a line that came too late to be copied.
      let current = isInPlace(descriptor, file) ? descriptor : reopen(descriptor);
      const line = `${printableJson(redact(JSON.stringify(entry, bigintAsText)))}\n`;
      for (;;) {
        write(current, line);
        if (isInPlace(current, file)) return;
        current = reopen(current);
      }
    },
    read: () => contentsOf(journalRows(file, readFileSync(file))),
    close() {
      if (descriptor !== null) closeSync(descriptor);
      descriptor = null;
    },
  };
}

/** All valid lines of the journal with these bytes, in the order in which they were written. */
export function journalRows(file: string, bytes: Buffer): readonly JournalRow[] {
  const { head, carried, own } = parseJournalFile(file, bytes);
  if (!head) return own;
  const earlier = [...carried, ...readLateRows(file, head)];
  return [...earlier, ...withoutRepeats(own, earlier)];
}

function contentsOf(rows: readonly JournalRow[]): JournalContents {
  return {
    entries: rows.flatMap(({ entry }) => (entry ? [entry] : [])),
    badLines: rows.flatMap(({ entry, file, line }) => (entry ? [] : { file, line })),
  };
}

function open(file: string): number {
  ensureDir(dirname(file));
  requireFile(file);
  const descriptor = openSync(file, 'a+', PRIVATE_FILE_MODE);
  try {
    syncFolder(dirname(file));
    return descriptor;
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

/** False if the file was renamed, replaced or deleted since it was opened. */
function isInPlace(descriptor: number, file: string): boolean {
  const there = statSync(file, { bigint: true, throwIfNoEntry: false });
  return there !== undefined && isSameFile(there, fstatSync(descriptor, { bigint: true }));
}

const bigintAsText = (_key: string, value: unknown) => (typeof value === 'bigint' ? value.toString() : value);

function write(descriptor: number, line: string): void {
  const bytes = Buffer.from(endsMidLine(descriptor) ? `\n${line}` : line);
  for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written);
  fsyncSync(descriptor);
}

/** A line torn by a crash must not merge with the next one. */
function endsMidLine(descriptor: number): boolean {
  const { size } = fstatSync(descriptor);
  const last = Buffer.alloc(1);
  return size > 0 && readSync(descriptor, last, 0, 1, size - 1) === 1 && last[0] !== 0x0a;
}
