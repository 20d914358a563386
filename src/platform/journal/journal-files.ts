import { type BigIntStats, closeSync, openSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { errorCode } from '../process/error-code.ts';
import { PlainError } from '../process/plain-error.ts';
import { type JournalRow, readRows } from './read-rows.ts';

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
  /** Read from the descriptor each time they are walked. */
  readonly own: Iterable<JournalRow>;
}

/** The parts of an open file before byte `to`. Own rows before `ownFrom` are left out. */
export function parseJournalFile(file: string, descriptor: number, to?: number, ownFrom = 0): JournalFile {
  const source = { file, descriptor, to };
  const [first] = readRows(source).take(1);
  const head = first?.entry ? (rotationHead.safeParse(first.entry).data ?? null) : null;
  const carried = head ? [...readRows(source).drop(1).take(head.carriedLines)] : [];
  const { end = 0, line = 0 } = (head && (carried.at(-1) ?? first)) || {};
  const rest = { ...source, from: Math.max(end, ownFrom), firstLine: line + 1 };
  return { head, carried, own: { [Symbol.iterator]: () => readRows(rest) } };
}

/**
 * Lines that were appended to an archive after its successor was created, by a program that had opened the old file
 * just before. Empty if the archive was moved away.
 */
export function readLateRows(file: string, { archive, archiveBytes }: RotationHead): JournalRow[] {
  const path = join(dirname(file), archive);
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size <= archiveBytes) return [];
  const descriptor = openSync(path, 'r');
  try {
    return [...readRows({ file: path, descriptor, from: archiveBytes })];
  } finally {
    closeSync(descriptor);
  }
}

/** Rows that are not in `seen`: a program that finds its file replaced right after a write writes the line again. */
export function* withoutRepeats(rows: Iterable<JournalRow>, seen: Iterable<JournalRow>): Generator<JournalRow> {
  const known = textsOf(seen);
  for (const row of rows) if (known.size === 0 || !known.has(textOf(row))) yield row;
}

/** Rows that are in `others` too. */
export function* repeatsIn(rows: Iterable<JournalRow>, others: Iterable<JournalRow>): Generator<JournalRow> {
  const known = textsOf(others);
  for (const row of rows) if (known.has(textOf(row))) yield row;
}

const textOf = ({ bytes }: JournalRow): string => bytes.toString('latin1');

function textsOf(rows: Iterable<JournalRow>): ReadonlySet<string> {
  const texts = new Set<string>();
  for (const row of rows) texts.add(textOf(row));
  return texts;
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
