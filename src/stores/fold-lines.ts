import { isInDoubt, type JournalLine, journalLine, type OrderRecord, withLine } from './order-records.ts';

/**
 * Builds records from many lines, in time that grows with their number alone: `withLine` on the whole list copies it for
 * every line. Records come out in the order in which the requests were sent.
 */
export class FoldedLines {
  readonly #byId = new Map<string, OrderRecord>();

  /** False for a line of a request whose beginning is not known; it changes nothing. */
  add(line: JournalLine): boolean {
    const before = this.#byId.get(line.id);
    const [after] = withLine(before ? [before] : [], line);
    if (after) this.#byId.set(line.id, after);
    return after !== undefined;
  }

  records(): OrderRecord[] {
    return [...this.#byId.values()];
  }
}

/** A request without an answer, with an outcome that nobody has settled, or with a task that has not ended. */
export const isUnfinished = (record: OrderRecord): boolean =>
  record.state === 'sent' || isInDoubt(record) || (Boolean(record.taskId) && record.task?.isOver !== true);

/** The ids of the unfinished requests among journal entries, of every account; what is no journal line is passed over. */
export function unfinishedIds(entries: readonly unknown[]): ReadonlySet<string> {
  const folded = new FoldedLines();
  for (const entry of entries) {
    const line = journalLine.safeParse(entry).data;
    if (line) folded.add(line);
  }
  return new Set(
    folded
      .records()
      .filter(isUnfinished)
      .map(({ id }) => id),
  );
}
