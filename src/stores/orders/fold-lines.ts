import { isUnresolved, type JournalLine, type OperationRecord, withLine } from './operation-records.ts';

/** Builds records from many journal lines in linear time; `withLine` would copy the list for every line. In order of sending. */
export class FoldedLines {
  readonly #byId = new Map<string, OperationRecord>();

  /** Returns false, and changes nothing, if the `sent` line of the operation is missing. */
  add(line: JournalLine): boolean {
    const before = this.#byId.get(line.id);
    const [after] = withLine(before ? [before] : [], line);
    if (after) this.#byId.set(line.id, after);
    return after !== undefined;
  }

  records(): OperationRecord[] {
    return [...this.#byId.values()];
  }
}

/** Whether an operation is in flight, unresolved, or has a task that has not ended. */
export const isUnfinished = (record: OperationRecord): boolean =>
  record.state === 'sent' || isUnresolved(record) || (Boolean(record.taskId) && record.task?.isOver !== true);
