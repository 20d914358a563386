import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname } from 'node:path';
import { PRIVATE_FILE_MODE } from '../files/paths.ts';
import { syncFolder } from '../files/private-file.ts';
import { lockAccount } from '../process/account-lock.ts';
import { journalRows } from './journal.ts';
import { archivesOf, isSameFile, type JournalEntry, nextArchive, type RotationHead } from './journal-files.ts';

export type RotationStep = 'locked' | 'drafted' | 'linked' | 'replaced' | 'durable';

export interface RotationOptions {
  /** For the archive's name and the first line of the new file, ms since 1970. */
  readonly nowMs: number;
  /** A journal of at most this size is not rotated. */
  readonly maxBytes?: number;
  /** Ids of the unfinished requests, whose lines are copied into the new file. */
  unfinished(entries: readonly JournalEntry[]): ReadonlySet<string>;
  /** Called after each step: tests kill the process there, or write from elsewhere. */
  onStep?(step: RotationStep): void;
}

const defaultMaxBytes = 5_000_000;

/**
 * Archives a journal that is too large as `journal-<UTC time>.jsonl` and starts a new one with the lines of unfinished
 * requests. Returns the archive's path, or null if nothing was done. Call it at start, from a program that may send
 * orders; others may keep writing. Whatever interrupts it, the journal is completely the old file or the new one.
 * Throws if a file cannot be written or linked; the journal is then unchanged.
 */
export function rotateJournal(file: string, options: RotationOptions): string | null {
  const { maxBytes = defaultMaxBytes } = options;
  if (sizeOf(file) <= maxBytes) return null;
  // Held by a program that is rotating now. If it fails, the next start tries again.
  const lock = lockAccount(`${file}.lock`);
  if (lock.heldBy !== null) return null;
  try {
    options.onStep?.('locked');
    return sizeOf(file) > maxBytes ? replace(file, maxBytes, options) : null;
  } finally {
    lock.release();
  }
}

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

function replace(file: string, maxBytes: number, options: RotationOptions): string | null {
  removeSecondNames(file);
  const archive = nextArchive(file, options.nowMs);
  const successor = successorOf(file, archive, options);
  // If unfinished lines nearly fill a file by themselves, the next start would have to rotate again.
  if (successor.length > maxBytes / 2) return null;
  const draft = `${file}.new`;
  try {
    writeDraft(draft, successor);
    options.onStep?.('drafted');
    chmodSync(file, PRIVATE_FILE_MODE);
    // Link first, then replace in one step, so that a journal always exists: a start would treat a missing one as
    // empty. On a file system without hard links this throws, and the journal keeps growing.
    linkSync(file, archive);
    syncFolder(dirname(file));
    options.onStep?.('linked');
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    removeSecondNames(file);
    throw error;
  }
  options.onStep?.('replaced');
  syncFolder(dirname(file));
  options.onStep?.('durable');
  return archive;
}

/** Leftovers of a rotation that ended before the journal was replaced. */
function removeSecondNames(file: string): void {
  const journal = statSync(file, { bigint: true });
  for (const archive of archivesOf(file)) if (isSameFile(journal, statSync(archive, { bigint: true }))) rmSync(archive);
}

function successorOf(file: string, archive: string, { nowMs, unfinished }: RotationOptions): Buffer {
  const bytes = readFileSync(file);
  // Up to the end of the last complete line: a line that is being written belongs to the late ones.
  const known = bytes.subarray(0, bytes.lastIndexOf(lineEnd) + 1);
  const rows = journalRows(file, known);
  const ids = unfinished(rows.flatMap(({ entry }) => (entry ? [entry] : [])));
  const carried = rows.filter(({ entry }) => typeof entry?.['id'] === 'string' && ids.has(entry['id']));
  const head: RotationHead = {
    event: 'rotated',
    at: new Date(nowMs).toISOString(),
    archive: basename(archive),
    archiveBytes: known.length,
    carriedLines: carried.length,
  };
  return Buffer.concat([Buffer.from(JSON.stringify(head)), lineEnd, ...carried.flatMap((row) => [row.bytes, lineEnd])]);
}

const lineEnd = Buffer.from('\n');

function writeDraft(draft: string, bytes: Buffer): void {
  rmSync(draft, { force: true });
  const descriptor = openSync(draft, 'wx', PRIVATE_FILE_MODE);
  try {
    writeFileSync(descriptor, bytes);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
