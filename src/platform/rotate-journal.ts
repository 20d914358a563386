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
import { lockAccount } from './account-lock.ts';
import { journalRows } from './journal.ts';
import { archivesOf, isSameFile, type JournalEntry, nextArchive, type RotationHead } from './journal-files.ts';
import { PRIVATE_FILE_MODE } from './paths.ts';
import { syncFolder } from './private-file.ts';

export type RotationStep = 'locked' | 'drafted' | 'linked' | 'replaced' | 'durable';

export interface RotationOptions {
  /** For the archive's name and the first line of the new file, ms since 1970. */
  readonly nowMs: number;
  /** A journal that is not larger stays as it is. */
  readonly maxBytes?: number;
  /** The ids of the requests that are not over: their lines go along into the new file. */
  unfinished(entries: readonly JournalEntry[]): ReadonlySet<string>;
  /** Called when a step is done: tests end the process there, or write from elsewhere. */
  onStep?(step: RotationStep): void;
}

const defaultMaxBytes = 5_000_000;

/**
 * Puts a journal that has grown too large aside, as `journal-<UTC time>.jsonl` beside it, and begins a new one with the
 * lines of what is unfinished. Returns the archive's path, or null when nothing was to be done. To be called at a start, by
 * a program that may send orders; others may go on writing meanwhile. Whatever interrupts it, the journal is the old file or
 * the new one, whole. Throws when a file cannot be written or linked; the journal is then as before.
 */
export function rotateJournal(file: string, options: RotationOptions): string | null {
  const { maxBytes = defaultMaxBytes } = options;
  if (sizeOf(file) <= maxBytes) return null;
  // Held by a program that is at it now. Should it fail, the next start tries again.
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
  // What is unfinished nearly fills a file by itself: the next start would have to do the same again.
  if (successor.length > maxBytes / 2) return null;
  const draft = `${file}.new`;
  try {
    writeDraft(draft, successor);
    options.onStep?.('drafted');
    chmodSync(file, PRIVATE_FILE_MODE);
    // A second name first and the replacement in one step: at no moment is there no journal, which a start would take for an
    // empty one. Where the file system knows no second names this throws, and the journal just grows.
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

/** What a rotation leaves that ended before the journal was replaced. */
function removeSecondNames(file: string): void {
  const journal = statSync(file, { bigint: true });
  for (const archive of archivesOf(file)) if (isSameFile(journal, statSync(archive, { bigint: true }))) rmSync(archive);
}

function successorOf(file: string, archive: string, { nowMs, unfinished }: RotationOptions): Buffer {
  const bytes = readFileSync(file);
  // Up to the end of the last whole line: one that is just being written belongs to what comes later.
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
