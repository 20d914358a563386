import { basename } from 'node:path';
import type { JournalRow } from '../platform/journal-files.ts';
import { readWholeJournal } from '../platform/read-whole-journal.ts';
import { FoldedLines } from '../stores/fold-lines.ts';
import { journalLine, type OrderRecord } from '../stores/order-records.ts';
import type { CommandIo } from './command.ts';
import { startProgress } from './progress-line.ts';

export interface JournalOrders {
  readonly records: readonly OrderRecord[];
  /** The lines as they stand in the files, with the id of their request; in order. */
  readonly lines: readonly { readonly id: string; readonly text: string }[];
  /** Lines left out, as `journal.jsonl:17`. */
  readonly unreadable: readonly string[];
  /** Lines of requests whose first line is in no file, as `journal.jsonl:17`. */
  readonly headless: readonly string[];
  readonly fileCount: number;
}

/** Lines between two looks at the clock and at Ctrl-C. */
const batchSize = 2_000;

/** Reads the journal with its archives. Resolves to null when the person stopped it. */
export async function readOrders({ paths, clock, stderr, signal }: CommandIo): Promise<JournalOrders | null> {
  const folded = new FoldedLines();
  const lines: { id: string; text: string }[] = [];
  const unreadable: string[] = [];
  const headless: string[] = [];
  let [fileNumber, fileCount] = [0, 0];
  const progress = startProgress(
    { stderr, clock },
    () => `Reading the journal: file ${fileNumber} of ${fileCount}, ${lines.length.toLocaleString('en-US')} lines`,
  );
  const add = (row: JournalRow): void => {
    const line = journalLine.safeParse(row.entry).data;
    if (!line) return void unreadable.push(nameOf(row));
    if (!folded.add(line)) headless.push(nameOf(row));
    lines.push({ id: line.id, text: row.bytes.toString('utf8') });
  };
  try {
    for (const { rows, number, count } of readWholeJournal(paths.journalFile)) {
      [fileNumber, fileCount] = [number, count];
      for (let at = 0; at < rows.length; at += batchSize) {
        rows.slice(at, at + batchSize).forEach(add);
        await new Promise((resolve) => setImmediate(resolve));
        if (signal.aborted) return null;
        progress.look();
      }
    }
  } finally {
    progress.stop();
  }
  return { records: folded.records(), lines, unreadable, headless, fileCount };
}

const nameOf = ({ file, line }: JournalRow): string => `${basename(file)}:${line}`;
