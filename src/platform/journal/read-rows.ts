import { fstatSync, readSync } from 'node:fs';

export type JournalEntry = Record<string, unknown>;

/** One line of a journal file. */
export interface JournalRow {
  readonly file: string;
  /** From 1, if reading began with the file's first line. */
  readonly line: number;
  /** Its first byte in the file, and the byte behind its end. */
  readonly from: number;
  readonly end: number;
  /** The line without its end, as bytes: a line is copied unchanged, even if it is not valid UTF-8. */
  readonly bytes: Buffer;
  /** Null for an unreadable line: torn by a crash or edited by hand. */
  readonly entry: JournalEntry | null;
}

/** A part of an open file. */
export interface RowSource {
  readonly file: string;
  readonly descriptor: number;
  /** First byte, the start of a line, and the number of that line. */
  readonly from?: number;
  readonly firstLine?: number;
  /** The byte to stop before; by default the end of the file. */
  readonly to?: number | undefined;
}

const chunkBytes = 256 * 1024;
const newline = 0x0a;

/** The lines of a file without blank ones, one at a time: a file may be larger than the memory. */
export function* readRows({ file, descriptor, from = 0, firstLine = 1, to }: RowSource): Generator<JournalRow> {
  const stop = to ?? fstatSync(descriptor).size;
  const row = (bytes: Buffer, start: number): JournalRow => {
    const end = start + bytes.length;
    return { file, line, from: start, end: Math.min(stop, end + 1), bytes, entry: parseObject(bytes) };
  };
  let line = firstLine;
  /** The beginning of a line whose end has not been read yet, and where it is in the file. */
  let [rest, start]: [Buffer, number] = [Buffer.alloc(0), from];
  for (;;) {
    const at = start + rest.length;
    // Twice as much each time, so that a very long line is not copied for every chunk.
    const chunk = readBytes(descriptor, at, Math.min(stop, at + Math.max(chunkBytes, rest.length)));
    if (chunk.length === 0) break;
    const text = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let begin = 0;
    for (let end = text.indexOf(newline, rest.length); end !== -1; end = text.indexOf(newline, begin)) {
      if (end > begin) yield row(text.subarray(begin, end), start + begin);
      line++;
      begin = end + 1;
    }
    rest = text.subarray(begin);
    start += begin;
  }
  if (rest.length > 0) yield row(rest, start);
}

/** The byte behind the last complete line; 0 without one. */
export function endOfLastLine(descriptor: number): number {
  for (let to = fstatSync(descriptor).size; to > 0; ) {
    const from = Math.max(0, to - chunkBytes);
    const found = readBytes(descriptor, from, to).lastIndexOf(newline);
    if (found !== -1) return from + found + 1;
    to = from;
  }
  return 0;
}

/** Fewer bytes than asked for at the end of the file. */
function readBytes(descriptor: number, from: number, to: number): Buffer {
  const bytes = Buffer.allocUnsafe(Math.max(0, to - from));
  return bytes.subarray(0, readSync(descriptor, bytes, 0, bytes.length, from));
}

const isEntry = (value: unknown): value is JournalEntry =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parseObject(bytes: Buffer): JournalEntry | null {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return isEntry(value) ? value : null;
  } catch {
    return null;
  }
}
