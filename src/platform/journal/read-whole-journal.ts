import { closeSync, fstatSync, openSync, readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { errorCode } from '../process/error-code.ts';
import {
  archivesOf,
  isSameFile,
  type JournalFile,
  type JournalRow,
  parseJournalFile,
  requireFile,
  withoutRepeats,
} from './journal-files.ts';

export interface JournalPart {
  readonly file: string;
  readonly rows: readonly JournalRow[];
  /** Position of the file among all, from 1. */
  readonly number: number;
  readonly count: number;
}

/**
 * Every line ever written, once, file by file, oldest first: the archives, then the journal. Yields nothing without a
 * journal. Throws if a file cannot be read.
 */
export function* readWholeJournal(file: string): Generator<JournalPart> {
  // Reads the journal before the archives: if it is rotated in between, its old content counts once.
  const journal = readJournal(file);
  const archives = archivesOf(file).filter(
    (path) => !journal || !isSameFile(journal.stats, statSync(path, { bigint: true })),
  );
  const count = archives.length + (journal ? 1 : 0);
  let before: Parsed | null = null;
  for (const [index, path] of archives.entries()) {
    const parsed: Parsed = { file: path, ...parseJournalFile(path, readFileSync(path)) };
    yield { file: path, rows: rowsOnce(parsed, before), number: index + 1, count };
    before = parsed;
  }
  if (!journal) return;
  const parsed = { file, ...parseJournalFile(file, journal.bytes) };
  yield { file, rows: rowsOnce(parsed, before), number: count, count };
}

interface Parsed extends JournalFile {
  readonly file: string;
}

/**
 * Without lines that the preceding archive has too. If that archive was moved away, its unfinished lines are kept here.
 */
function rowsOnce({ head, carried, own }: Parsed, before: Parsed | null): readonly JournalRow[] {
  if (!head) return own;
  return before && head.archive === basename(before.file)
    ? withoutRepeats(own, [...before.carried, ...before.own])
    : [...carried, ...withoutRepeats(own, carried)];
}

function readJournal(file: string) {
  requireFile(file);
  try {
    const descriptor = openSync(file, 'r');
    try {
      return { stats: fstatSync(descriptor, { bigint: true }), bytes: readFileSync(descriptor) };
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}
