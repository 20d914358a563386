import { closeSync, fstatSync, openSync, readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
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
  /** Place of the file among all, from 1. */
  readonly number: number;
  readonly count: number;
}

/**
 * All that was ever written, a file at a time, oldest first: the archives, then the journal; each line once. Nothing where
 * there is no journal yet. Throws when a file cannot be read.
 */
export function* readWholeJournal(file: string): Generator<JournalPart> {
  // The journal before the archives: one that is rotated in between is then known by its old content, and once.
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

/** Without what stands in the archive before as well; where that was taken away, what was unfinished then lives on here. */
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
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
