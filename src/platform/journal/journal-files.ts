import { type BigIntStats, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { errorCode } from '../process/error-code.ts';
import { PlainError } from '../process/plain-error.ts';

export type JournalEntry = Record<string, unknown>;

/** One line of a journal file. */
export interface JournalRow {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** The line without its end, as bytes: a line is copied unchanged, even if it is not valid UTF-8. */
  readonly bytes: Buffer;
  /** Null for an unreadable line: torn by a crash or edited by hand. */
  readonly entry: JournalEntry | null;
}

/** First line of a file that replaced another one. */
export const rotationHead = z.object({
  event: z.literal('rotated'),
  at: z.string(),
  /** Name of the archive with the earlier lines, in the same folder. */
  archive: z.string().regex(/^[\w.-]+$/),
  /** Size of the archive when this file was created; lines beyond it were appended later. */
  archiveBytes: z.int().min(0),
  /** How many of the following lines are copies from the archive. */
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
 * Lines that were appended to an archive after its successor was created, by a program that had opened the old file
 * just before. Empty if the archive was moved away.
 */
export function readLateRows(file: string, { archive, archiveBytes }: RotationHead): JournalRow[] {
  const path = join(dirname(file), archive);
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  return size > archiveBytes ? rowsOf(path, readFileSync(path), archiveBytes) : [];
}

/** Rows that are not in `seen`: a program that finds its file replaced right after a write writes the line again. */
export function withoutRepeats(rows: readonly JournalRow[], seen: readonly JournalRow[]): readonly JournalRow[] {
  if (seen.length === 0) return rows;
  const known = new Set(seen.map(({ bytes }) => bytes.toString('latin1')));
  return rows.filter(({ bytes }) => !known.has(bytes.toString('latin1')));
}

const archiveName = /^(.+)-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)\.(\d{3})Z(\.jsonl)$/;

/** Paths of a journal's archives, oldest first. Empty without the folder. */
export function archivesOf(file: string): string[] {
  const folder = dirname(file);
  return namesIn(folder)
    .filter((name) => isArchiveOf(file, name))
    .sort()
    .map((name) => join(folder, name));
}

/** Name of a new archive, sorted after all existing ones even if the clock was set back. */
export function nextArchive(file: string, nowMs: number): string {
  const newest = archivesOf(file).at(-1);
  const newestMs = newest === undefined ? Number.NEGATIVE_INFINITY : timeOf(newest);
  const time = new Date(Math.max(nowMs, newestMs + 1)).toISOString().replaceAll(/[-:]/g, '');
  return join(dirname(file), `${basename(file, '.jsonl')}-${time}.jsonl`);
}

/** Throws if the path is not a regular file: a pipe would block, a device could be read forever. */
export function requireFile(file: string): void {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() === false)
    throw new PlainError(`${file} is not a regular file, so it cannot hold the journal. Move it away.`);
}

/** Whether two names or descriptors refer to the same file. */
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
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

const newline = 0x0a;

/** The lines of a file from `fromByte`, without blank ones, numbered as in the whole file. */
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

const isEntry = (value: unknown): value is JournalEntry =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parseObject(line: string): JournalEntry | null {
  try {
    const value: unknown = JSON.parse(line);
    return isEntry(value) ? value : null;
  } catch {
    return null;
  }
}
