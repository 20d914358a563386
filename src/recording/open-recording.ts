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
  /** Entries that can be read. */
  readonly entryCount: number;
  /** Time of the last one, ms since the start. */
  readonly lengthMs: number;
  /** What the person should know about the file, a sentence each. */
  readonly notices: readonly string[];
  /** Reads them from the file again, each with a time that is not before the last one's. */
  entries(): Generator<RecordedEntry, void>;
}

/** Lines quoted by number in a notice; the rest is counted. */
const shownLines = 5;

/** Reads a recording once through. Throws RecordingError when there is nothing in it that can be played. */
export function openRecording(file: string): Recording {
  const reading = readRecording(file);
  for (;;) {
    const step = reading.next();
    if (step.done) return step.value;
  }
}

/**
 * The same in steps, entry by entry, for whoever has something else to do in between: each step gives how many bytes of the
 * file have been read.
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
  if (last === null) throw new RecordingError(`${file} holds no entries${tell(problems)}: nothing was recorded in it.`);
  return {
    file,
    header,
    index,
    entryCount,
    lengthMs: last.t,
    notices: noticesOf(problems, last.type === 'end'),
    *entries() {
      // Another program may still be recording: what was not looked at before is not played.
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
    throw new RecordingError(`${file} is not a recording: ${header.problem}. Make one with: swapdeck record FILE`);
  if (header.version !== recordingVersion)
    throw new RecordingError(
      `${file} is a recording of version ${header.version}; this swapdeck reads version ${recordingVersion}. Play it with the swapdeck that made it.`,
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
    ...(bad.length > 0 ? [`${counted(bad.length)} left out${tell(bad)}.`] : []),
    ...(torn ? [`The last line (${torn.line}) is cut off and is left out: the recording did not end by itself.`] : []),
    ...(!torn && !isEnded ? ['The recording does not say that it ended: it was cut off, or is still being made.'] : []),
  ];
}

const counted = (lines: number): string => (lines === 1 ? '1 line is' : `${lines} lines are`);

function tell(problems: readonly LineProblem[]): string {
  if (problems.length === 0) return '';
  const shown = problems.slice(0, shownLines).map(({ line, reason }) => `line ${line}: ${reason}`);
  const more = problems.length > shownLines ? `, and ${problems.length - shownLines} more` : '';
  return ` (${shown.join(', ')}${more})`;
}
