import { basename } from 'node:path';
import { inSlices } from '../../domain/time/in-slices.ts';
import type { JournalRow } from '../../platform/journal/read-rows.ts';
import { readWholeJournal } from '../../platform/journal/read-whole-journal.ts';
import { FoldedLines } from '../../stores/orders/fold-lines.ts';
import { journalLine, type OperationRecord } from '../../stores/orders/operation-records.ts';
import type { CommandIo } from '../command.ts';
import { startProgress } from '../desk/progress-line.ts';

export interface JournalOrders {
  readonly records: readonly OperationRecord[];
  /** The raw lines with their request id, in order; empty unless they are asked for. */
  readonly lines: readonly { readonly id: string; readonly text: string }[];
  /** Skipped lines, as `journal.jsonl:17`. */
  readonly unreadable: readonly string[];
  /** Lines whose request has no first line in any file, as `journal.jsonl:17`. */
  readonly headless: readonly string[];
  readonly fileCount: number;
}

/** Reads the journal with its archives. Resolves to null if the user cancelled it. */
export async function readOrders(
  { paths, clock, stderr, signal }: CommandIo,
  withLines: boolean,
): Promise<JournalOrders | null> {
  const folded = new FoldedLines();
  const lines: { id: string; text: string }[] = [];
  const unreadable: string[] = [];
  const headless: string[] = [];
  let [fileNumber, fileCount, lineCount] = [0, 0, 0];
  const progress = startProgress(
    { stderr, clock },
    () => `Reading the journal: file ${fileNumber} of ${fileCount}, ${lineCount.toLocaleString('en-US')} lines`,
  );
  const add = (row: JournalRow): void => {
    lineCount++;
    const line = journalLine.safeParse(row.entry).data;
    if (!line) return void unreadable.push(nameOf(row));
    if (!folded.add(line) && line.event !== 'limit') headless.push(nameOf(row));
    if (withLines) lines.push({ id: line.id, text: row.bytes.toString('utf8') });
  };
  try {
    for (const { rows, number, count } of readWholeJournal(paths.journalFile)) {
      [fileNumber, fileCount] = [number, count];
      const isWhole = await inSlices(rows, add, { clock, signal, onSlice: () => progress.look() });
      if (!isWhole) return null;
    }
  } finally {
    progress.stop();
  }
  return { records: folded.records(), lines, unreadable, headless, fileCount };
}

const nameOf = ({ file, line }: JournalRow): string => `${basename(file)}:${line}`;
