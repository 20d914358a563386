import { appendFile, mkdir, readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode } from '../process/error-code.ts';
import { PRIVATE_FILE_MODE } from './paths.ts';
import { writePrivateFile } from './private-file.ts';

/** The marks of one period of a coin: decimal texts, USD. */
export interface SavedMarks {
  /** ms since the epoch, a whole minute. */
  readonly startMs: number;
  /** Whole minutes, in ms. */
  readonly lengthMs: number;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
}

const minuteMs = 60_000;
/** No file is read beyond this size: the desk compacts it long before. */
const mostBytes = 1_000_000;

/** Adds marks to a coin's file, readable only by its owner, as a line each. Rejects with file system errors. */
export async function appendMarks(file: string, marks: readonly SavedMarks[]): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await appendFile(file, textOf(marks), { mode: PRIVATE_FILE_MODE });
}

/** Replaces a coin's file. Throws file system errors. */
export const writeMarks = (file: string, marks: readonly SavedMarks[]): void => writePrivateFile(file, textOf(marks));

/** The readable lines of a coin's file, as written, and the number of others. Rejects with file system errors. */
export async function readMarks(file: string): Promise<{ readonly marks: SavedMarks[]; readonly badLines: number }> {
  if ((await marksSize(file)) > mostBytes) return { marks: [], badLines: 1 };
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return '';
    throw error;
  });
  const lines = text.split('\n').filter((line) => line !== '');
  const marks = lines.flatMap((line) => marksOf(line) ?? []);
  return { marks, badLines: lines.length - marks.length };
}

/** Size of a coin's file in bytes; 0 if there is none. */
export const marksSize = (file: string): Promise<number> =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  );

const textOf = (marks: readonly SavedMarks[]): string =>
  marks
    .map(({ startMs, lengthMs, open, high, low, close }) =>
      [startMs / minuteMs, lengthMs / minuteMs, open, high, low, close].join(' ').concat('\n'),
    )
    .join('');

const line = /^(\d{1,10}) (\d{1,4}) (\d+(?:\.\d+)?) (\d+(?:\.\d+)?) (\d+(?:\.\d+)?) (\d+(?:\.\d+)?)$/;

/** Any program of this user may have written the file. */
function marksOf(text: string): SavedMarks | null {
  const [, start, length, open, high, low, close] = text.length > 300 ? [] : (line.exec(text) ?? []);
  if (!start || !length || !open || !high || !low || !close || Number(length) === 0) return null;
  return { startMs: Number(start) * minuteMs, lengthMs: Number(length) * minuteMs, open, high, low, close };
}
