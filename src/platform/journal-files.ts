import { type BigIntStats, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { PlainError } from './plain-error.ts';

export type JournalEntry = Record<string, unknown>;

/** One line of a journal file, as it stands there. */
export interface JournalRow {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** The line without its end. Bytes, since a line is carried over as it is, even one that is no UTF-8. */
  readonly bytes: Buffer;
  /** Null for a line that cannot be read: torn by a crash or changed by hand. */
  readonly entry: JournalEntry | null;
}

/** The first line of a file that took the place of another one. */
export const rotationHead = z.object({
  event: z.literal('rotated'),
  at: z.string(),
  /** Name of the file that holds what came before, in the same folder. */
  archive: z.string().regex(/^[\w.-]+$/),
  /** How much of the archive was known when this file was made; what stands behind it came later. */
  archiveBytes: z.int().min(0),
  /** How many lines behind this one are copies of lines in the archive. */
  carriedLines: z.int().min(0),
});

export type RotationHead = z.output<typeof rotationHead>;

export interface JournalFile {
  readonly head: RotationHead | null;
  /** Copies from the archive. */
  readonly carried: readonly JournalRow[];
  readonly own: readonly JournalRow[];
}

export function parseJournalFile(file: string, bytes: Buffer): JournalFile {
  const [first, ...others] = rowsOf(file, bytes, 0);
  const head = first?.entry ? (rotationHead.safeParse(first.entry).data ?? null) : null;
  if (!head) return { head, carried: [], own: first ? [first, ...others] : [] };
  return { head, carried: others.slice(0, head.carriedLines), own: others.slice(head.carriedLines) };
}

/**
 * What was written to an archive after its successor was made: by a program that had found the old file in place a moment
 * before. Empty where the archive has been taken away.
 */
export function readLateRows(file: string, { archive, archiveBytes }: RotationHead): JournalRow[] {
  const path = join(dirname(file), archive);
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  return size > archiveBytes ? rowsOf(path, readFileSync(path), archiveBytes) : [];
}

/** Rows that are not in `seen`: a program that finds its file replaced right after it wrote a line writes it again. */
export function withoutRepeats(rows: readonly JournalRow[], seen: readonly JournalRow[]): readonly JournalRow[] {
  if (seen.length === 0) return rows;
  const known = new Set(seen.map(({ bytes }) => bytes.toString('latin1')));
  return rows.filter(({ bytes }) => !known.has(bytes.toString('latin1')));
}

const archiveName = /^(.+)-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)\.(\d{3})Z(\.jsonl)$/;

/** Paths of the archives of a journal, oldest first. Empty when there is no such folder. */
export function archivesOf(file: string): string[] {
  const folder = dirname(file);
  return namesIn(folder)
    .filter((name) => isArchiveOf(file, name))
    .sort()
    .map((name) => join(folder, name));
}

/** The name for an archive that is made now, behind all that are there, even where the clock was set back. */
export function nextArchive(file: string, nowMs: number): string {
  const newest = archivesOf(file).at(-1);
  const newestMs = newest === undefined ? Number.NEGATIVE_INFINITY : timeOf(newest);
  const time = new Date(Math.max(nowMs, newestMs + 1)).toISOString().replaceAll(/[-:]/g, '');
  return join(dirname(file), `${basename(file, '.jsonl')}-${time}.jsonl`);
}

/** Throws where something else than a file is in its place: a pipe would be waited for, a device read for ever. */
export function requireFile(file: string): void {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() === false)
    throw new PlainError(`${file} is no file: the journal can be neither read nor kept there. Put what is there away.`);
}

/** Whether two names or descriptors lead to the same file. */
export const isSameFile = (one: BigIntStats, other: BigIntStats): boolean =>
  one.ino === other.ino && one.dev === other.dev;

function isArchiveOf(file: string, name: string): boolean {
  const parts = archiveName.exec(name);
  return parts !== null && parts[1] === basename(file, '.jsonl') && Number.isFinite(timeOf(name));
}

function timeOf(path: string): number {
  const [, , ...parts] = archiveName.exec(basename(path)) ?? [];
  const [year, month, day, hour, minute, second, ms] = parts;
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

const newline = 0x0a;

/** The lines of a file from `fromByte` on, blank ones left out, numbered as in the whole file. */
function rowsOf(file: string, bytes: Buffer, fromByte: number): JournalRow[] {
  const rows: JournalRow[] = [];
  let line = 0;
  for (let start = 0; start < bytes.length; ) {
    const found = bytes.indexOf(newline, start);
    const end = found === -1 ? bytes.length : found;
    line++;
    if (end > start && start >= fromByte) {
      const part = bytes.subarray(start, end);
      rows.push({ file, line, bytes: part, entry: parseObject(part.toString('utf8')) });
    }
    start = end + 1;
  }
  return rows;
}

function parseObject(line: string): JournalEntry | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JournalEntry) : null;
  } catch {
    return null;
  }
}
