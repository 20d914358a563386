import { closeSync, fstatSync, fsyncSync, openSync, readSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { ensureDir, PRIVATE_FILE_MODE } from '../files/paths.ts';
import { printableJson } from '../files/printable-json.ts';
import { syncFolder } from '../files/private-file.ts';
import { redact } from '../secrets/secrets.ts';
import { isSameFile, parseJournalFile, readLateRows, requireFile, withoutRepeats } from './journal-files.ts';
import type { JournalEntry, JournalRow } from './read-rows.ts';

export type { JournalEntry } from './read-rows.ts';

export interface JournalContents {
  readonly entries: readonly JournalEntry[];
  /** How many lines are unreadable: torn by a crash or edited by hand. */
  readonly badLines: number;
}

export interface Journal {
  /**
   * Returns once the line is on disk, in the current journal file; bigints are written as decimal text. Throws if it
   * could not be written.
   */
  append(entry: JournalEntry): void;
  /** The journal's entries in order: all since the last rotation, and those that it carried over. */
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
    read() {
      const current = openSync(file, 'r');
      try {
        return contentsOf(journalRows(file, current));
      } finally {
        closeSync(current);
      }
    },
    close() {
      if (descriptor !== null) closeSync(descriptor);
      descriptor = null;
    },
  };
}

/**
 * The lines of an open journal before byte `to`, in the order in which they were written: carried, late, own. Own lines
 * before byte `ownFrom` are left out.
 */
export function* journalRows(file: string, descriptor: number, to?: number, ownFrom?: number): Generator<JournalRow> {
  const { head, carried, own } = parseJournalFile(file, descriptor, to, ownFrom);
  const earlier = head ? [...carried, ...readLateRows(file, head)] : [];
  yield* earlier;
  yield* withoutRepeats(own, earlier);
}

function contentsOf(rows: Iterable<JournalRow>): JournalContents {
  const entries: JournalEntry[] = [];
  let badLines = 0;
  for (const { entry } of rows)
    if (entry) entries.push(entry);
    else badLines++;
  return { entries, badLines };
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
