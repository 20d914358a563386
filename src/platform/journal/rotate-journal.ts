import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
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
import { archivesOf, isSameFile, nextArchive, type RotationHead } from './journal-files.ts';
import { endOfLastLine, type JournalEntry } from './read-rows.ts';

export type RotationStep = 'locked' | 'drafted' | 'linked' | 'replaced' | 'durable';

/** Finds the requests that the new file needs, from one line after another. */
export interface CarriedRequests {
  /** `from`: byte of the line in the journal. `entry`: null for an unreadable line. */
  add(entry: JournalEntry | null, from: number): void;
  /** Their ids. None of them has a line in the journal before byte `from`. */
  result(): { readonly ids: ReadonlySet<string>; readonly from: number };
}

export interface RotationOptions {
  /** For the archive's name and the first line of the new file, ms since 1970. */
  readonly nowMs: number;
  /** A journal of at most this size is not rotated. */
  readonly maxBytes?: number;
  /** Their lines are copied into the new file. */
  readonly carried: CarriedRequests;
  /** Called after each step: tests kill the process there, or write from elsewhere. */
  onStep?(step: RotationStep): void;
}

/** A start reads about this much in 30 ms. */
const defaultMaxBytes = 3_000_000;

export const isTooLarge = (file: string, maxBytes: number = defaultMaxBytes): boolean =>
  (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > maxBytes;

/**
 * Archives a journal that is too large as `journal-<UTC time>.jsonl` and starts a new one with the lines of the carried
 * requests. Yields the share of the journal that has been read, 0 to 1, after each line; the caller may pause there, and
 * nothing is done if it stops there. Returns the archive's path, or null if nothing was done. Call it at start, from a
 * program that may send orders; others may keep writing. Whatever interrupts it, the journal is completely the old file
 * or the new one. Throws if a file cannot be written or linked; the journal is then unchanged.
 */
export function* rotateJournal(file: string, options: RotationOptions): Generator<number, string | null> {
  const { maxBytes } = options;
  if (!isTooLarge(file, maxBytes)) return null;
  // Held by a program that is rotating now. If it fails, the next start tries again.
  const lock = lockAccount(`${file}.lock`);
  if (lock.heldBy !== null) return null;
  try {
    options.onStep?.('locked');
    return isTooLarge(file, maxBytes) ? yield* replace(file, options) : null;
  } finally {
    lock.release();
  }
}

function* replace(file: string, options: RotationOptions): Generator<number, string | null> {
  removeSecondNames(file);
  const archive = nextArchive(file, options.nowMs);
  const successor = yield* successorOf(file, archive, options);
  if (!successor) return null;
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

/** Null if a new file would be more than half as large: the next start would soon have to rotate again. */
function* successorOf(file: string, archive: string, options: RotationOptions): Generator<number, Buffer | null> {
  const descriptor = openSync(file, 'r');
  try {
    // A line that is being written, or is written from now on, belongs to the late ones.
    const archiveBytes = endOfLastLine(descriptor);
    const lines = yield* carriedLines(file, descriptor, archiveBytes, options.carried);
    const head: RotationHead = {
      event: 'rotated',
      at: new Date(options.nowMs).toISOString(),
      archive: basename(archive),
      archiveBytes,
      carriedLines: lines.length,
    };
    const successor = Buffer.concat([JSON.stringify(head), ...lines].flatMap((line) => [Buffer.from(line), lineEnd]));
    return successor.length > archiveBytes / 2 ? null : successor;
  } finally {
    closeSync(descriptor);
  }
}

function* carriedLines(
  file: string,
  descriptor: number,
  to: number,
  requests: CarriedRequests,
): Generator<number, Buffer[]> {
  for (const row of journalRows(file, descriptor, to)) {
    // Carried and late lines are read again in any case.
    const from = row.file === file ? row.from : 0;
    requests.add(row.entry, from);
    yield from / to;
  }
  const { ids, from } = requests.result();
  const lines: Buffer[] = [];
  for (const { entry, bytes } of journalRows(file, descriptor, to, Math.min(from, to))) {
    // A copy: the bytes are part of what was read with them.
    if (typeof entry?.['id'] === 'string' && ids.has(entry['id'])) lines.push(Buffer.from(bytes));
    yield 1;
  }
  return lines;
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
