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

/**
 * What a start needs of an account's requests, oldest first: the last `shown`, the unfinished ones, and the last one of each
 * plan. A plan has one request on its way at a time, and takes one that is missing here for one that never left.
 */
export function neededRecords(own: readonly OperationRecord[], shown: number): readonly OperationRecord[] {
  const lastOf = new Map(own.map(({ id, plan }) => [plan?.id, id]));
  return own.filter(
    (record, index) =>
      index >= own.length - shown || isUnfinished(record) || (record.plan && lastOf.get(record.plan.id) === record.id),
  );
}
