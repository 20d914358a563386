import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { errorCode } from '../platform/process/error-code.ts';
import { RecordingError } from './recording-error.ts';

export interface RecordingLine {
  /** From 1. */
  readonly number: number;
  /** Null for a line that is longer than any entry. */
  readonly text: string | null;
  /** False for a last line without a line end: it may be incomplete. */
  readonly isWhole: boolean;
  /** Bytes of the file up to the end of this line. */
  readonly readBytes: number;
}

const chunkBytes = 64 * 1024;
/** The largest frame that is read, escaped byte by byte, plus the entry around it. */
const longestLineBytes = 4 * 1024 * 1024;
const lineFeed = 0x0a;

/**
 * Yields the non-blank lines of a file, which may be larger than memory. Reads synchronously, so that a replay never
 * waits for the disk between two moments of its own clock. Throws RecordingError.
 */
export function* recordingLines(file: string): Generator<RecordingLine, void> {
  const descriptor = open(file);
  try {
    let number = 1;
    let parts: Buffer[] = [];
    let lengthBytes = 0;
    let readBytes = 0;
    const take = (isWhole: boolean): RecordingLine | null => {
      const isTooLong = lengthBytes > longestLineBytes;
      const text = isTooLong
        ? null
        : Buffer.concat(parts)
            .toString('utf8')
            .replace(/^\uFEFF/, '');
      parts = [];
      lengthBytes = 0;
      return text?.trim() === '' ? null : { number, text, isWhole, readBytes };
    };
    const keep = (bytes: Buffer): void => {
      lengthBytes += bytes.length;
      if (lengthBytes <= longestLineBytes) parts.push(Buffer.from(bytes));
      else parts = [];
    };
    for (const chunk of chunks(descriptor, file)) {
      let from = 0;
      for (let at = chunk.indexOf(lineFeed); at >= 0; at = chunk.indexOf(lineFeed, from)) {
        keep(chunk.subarray(from, at));
        readBytes += at + 1 - from;
        const line = take(true);
        if (line) yield line;
        number++;
        from = at + 1;
      }
      keep(chunk.subarray(from));
      readBytes += chunk.length - from;
    }
    const last = lengthBytes > 0 ? take(false) : null;
    if (last) yield last;
  } finally {
    closeSync(descriptor);
  }
}

function open(file: string): number {
  try {
    // A pipe delivers its content only once, and opening one without a writer would block.
    if (statSync(file).isFile() || statSync(file).isDirectory()) return openSync(file, 'r');
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT')
      throw new RecordingError(`There is no file ${file}. Create a recording with: swapdeck record FILE`);
    throw new RecordingError(`${file} cannot be read: ${code ?? error}.`);
  }
  throw new RecordingError(
    `${file} is a pipe or a device. Save the recording to a file first, because it is read twice.`,
  );
}

function* chunks(descriptor: number, file: string): Generator<Buffer, void> {
  const buffer = Buffer.allocUnsafe(chunkBytes);
  for (;;) {
    let lengthBytes: number;
    try {
      lengthBytes = readSync(descriptor, buffer, 0, chunkBytes, null);
    } catch (error) {
      const code = errorCode(error);
      const why = code === 'EISDIR' ? 'it is a folder; name a file' : (code ?? String(error));
      throw new RecordingError(`${file} cannot be read: ${why}.`);
    }
    if (lengthBytes === 0) return;
    yield buffer.subarray(0, lengthBytes);
  }
}
