import { RecordingError } from './recording-error.ts';
import {
  type RecordedEntry,
  type RecordingHeader,
  readEntry,
  readHeader,
  recordingVersion,
} from './recording-format.ts';
import { RecordingIndex } from './recording-index.ts';
import { type RecordingLine, recordingLines } from './recording-lines.ts';

export interface Recording {
  readonly file: string;
  readonly header: RecordingHeader;
  readonly index: RecordingIndex;
  /** Number of readable entries. */
  readonly entryCount: number;
  /** Time of the last entry, ms since the start. */
  readonly lengthMs: number;
  /** What the user should know about the file, one sentence each. */
  readonly notices: readonly string[];
  /** Reads them from the file again, with times that never decrease. */
  entries(): Generator<RecordedEntry, void>;
}

/** Line numbers quoted in a notice; the rest is counted. */
const shownLines = 5;

/** Reads a recording once. Throws RecordingError if nothing in it can be replayed. */
export function openRecording(file: string): Recording {
  const reading = readRecording(file);
  for (;;) {
    const step = reading.next();
    if (step.done) return step.value;
  }
}

/**
 * The same in steps, entry by entry, so that the caller can do other work in between. Each step yields the number of
 * bytes read.
 */
export function* readRecording(file: string): Generator<number, Recording> {
  const header = headerOf(file);
  const index = new RecordingIndex();
  const problems: LineProblem[] = [];
  let entryCount = 0;
  let last: RecordedEntry | null = null;
  for (const { entry, readBytes } of entriesOf(file, (problem) => problems.push(problem))) {
    index.add(entry, entryCount++);
    last = entry;
    yield readBytes;
  }
  if (last === null)
    throw new RecordingError(`${file} contains no entries${tell(problems)}: nothing was recorded in it.`);
  return {
    file,
    header,
    index,
    entryCount,
    lengthMs: last.t,
    notices: noticesOf(problems, last.type === 'end'),
    *entries() {
      // Another program may still be recording: entries that were not checked are not replayed.
      let left = entryCount;
      for (const { entry } of entriesOf(file, () => {})) {
        if (left-- === 0) return;
        yield entry;
      }
    },
  };
}

interface PlacedEntry {
  readonly entry: RecordedEntry;
  readonly readBytes: number;
}

interface LineProblem {
  readonly line: number;
  readonly reason: string;
  readonly isTorn: boolean;
}

function headerOf(file: string): RecordingHeader {
  const first = recordingLines(file).next().value;
  if (!first) throw new RecordingError(`${file} is empty: nothing was recorded in it.`);
  const header = first.text === null ? { problem: 'its first line is too long' } : readHeader(first.text);
  if ('problem' in header)
    throw new RecordingError(`${file} is not a recording: ${header.problem}. Create one with: swapdeck record FILE`);
  if (header.version !== recordingVersion)
    throw new RecordingError(
      `${file} is a recording of version ${header.version}; this swapdeck reads version ${recordingVersion}. Replay it with the swapdeck version that recorded it.`,
    );
  return header;
}

function* entriesOf(file: string, onProblem: (problem: LineProblem) => void): Generator<PlacedEntry, void> {
  const lines = recordingLines(file);
  lines.next();
  let lastMs = 0;
  for (const line of lines) {
    const entry = line.text === null ? { problem: 'longer than 4 MB' } : readEntry(line.text);
    if ('problem' in entry) onProblem(problemOf(line, entry.problem));
    else {
      lastMs = Math.max(lastMs, entry.t);
      yield { entry: { ...entry, t: lastMs }, readBytes: line.readBytes };
    }
  }
}

const problemOf = ({ number, isWhole }: RecordingLine, reason: string): LineProblem => ({
  line: number,
  reason,
  isTorn: !isWhole,
});

function noticesOf(problems: readonly LineProblem[], isEnded: boolean): string[] {
  const torn = problems.find(({ isTorn }) => isTorn);
  const bad = problems.filter(({ isTorn }) => !isTorn);
  return [
    ...(bad.length > 0 ? [`${counted(bad.length)} skipped${tell(bad)}.`] : []),
    ...(torn ? [`The last line (${torn.line}) is truncated and was skipped: the recording was interrupted.`] : []),
    ...(!torn && !isEnded ? ['The recording has no end entry: it was interrupted, or is still running.'] : []),
  ];
}

const counted = (lines: number): string => (lines === 1 ? '1 line is' : `${lines} lines are`);

function tell(problems: readonly LineProblem[]): string {
  if (problems.length === 0) return '';
  const shown = problems.slice(0, shownLines).map(({ line, reason }) => `line ${line}: ${reason}`);
  const more = problems.length > shownLines ? `, and ${problems.length - shownLines} more` : '';
  return ` (${shown.join(', ')}${more})`;
}
