import { type BigIntStats, closeSync, fstatSync, openSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import {
  archivesOf,
  isSameFile,
  type JournalFile,
  parseJournalFile,
  repeatsIn,
  requireFile,
  withoutRepeats,
} from './journal-files.ts';
import type { JournalRow } from './read-rows.ts';

export interface JournalPart {
  readonly file: string;
  /** To be walked before the next part is asked for. */
  readonly rows: Iterable<JournalRow>;
  /** Position of the file among all, from 1. */
  readonly number: number;
  readonly count: number;
}

/**
 * Every line ever written, once, file by file, oldest first: the archives, then the journal. Yields nothing without a
 * journal. Throws if a file cannot be read.
 */
export function* readWholeJournal(file: string): Generator<JournalPart> {
  requireFile(file);
  // Opens the journal before it lists the archives: if it is rotated in between, its old content counts once.
  const journal = statSync(file, { throwIfNoEntry: false }) ? openPart(file) : null;
  let before: Part | null = null;
  try {
    const archives = archivesOf(file).filter(
      (path) => !journal || !isSameFile(journal.stats, statSync(path, { bigint: true })),
    );
    const count = archives.length + (journal ? 1 : 0);
    for (const [index, path] of archives.entries()) {
      const archive = openPart(path);
      yield { file: path, rows: rowsOnce(archive, before), number: index + 1, count };
      if (before) closeSync(before.descriptor);
      before = archive;
    }
    if (journal) yield { file, rows: rowsOnce(journal, before), number: count, count };
  } finally {
    for (const part of [before, journal]) if (part) closeSync(part.descriptor);
  }
}

interface Part extends JournalFile {
  readonly file: string;
  readonly descriptor: number;
  readonly stats: BigIntStats;
}

/** What the file contains now. */
function openPart(file: string): Part {
  const descriptor = openSync(file, 'r');
  try {
    const stats = fstatSync(descriptor, { bigint: true });
    return { file, descriptor, stats, ...parseJournalFile(file, descriptor, Number(stats.size)) };
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

/**
 * Without lines that the preceding archive has too. If that archive was moved away, its unfinished lines are kept here.
 */
function rowsOnce({ head, carried, own, stats }: Part, before: Part | null): Iterable<JournalRow> {
  if (!head) return own;
  if (!before || head.archive !== basename(before.file)) return chain(carried, withoutRepeats(own, carried));
  const earlier = chain(before.carried, before.own);
  // Only the smaller of the two files is held in memory.
  return withoutRepeats(own, stats.size < before.stats.size ? repeatsIn(earlier, own) : earlier);
}

function* chain(...parts: readonly Iterable<JournalRow>[]): Generator<JournalRow> {
  for (const part of parts) yield* part;
}
