import { taskEnd } from '../../domain/market/task-status.ts';
import { cleanText } from '../../domain/text/clean-text.ts';
import { fillWords } from './fill-report.ts';
import { isTaskUnderWay, isUnresolved, type OperationRecord } from './operation-records.ts';

/** The outcome of an operation in a few words; for an unknown outcome also how it was resolved. */
export function outcomeWords(record: OperationRecord): string {
  switch (record.state) {
    case 'sent':
      return 'no answer yet';
    case 'not-sent':
      return 'not sent';
    case 'unknown':
      return isUnresolved(record) ? 'unknown, open' : `unknown, ${resolutionWords(record)}`;
    case 'accepted':
      return hasFailed(record) ? `accepted, then ${taskEnd(record.task?.status ?? '') ?? 'failed'}` : 'accepted';
    default:
      return record.state;
  }
}

/** Whether the service accepted the operation, but its task failed or gave the money back. */
export const hasFailed = ({ task }: OperationRecord): boolean =>
  task?.isOver === true && taskEnd(task.status) !== 'done';

/** Whether it executed something, and nobody has read yet what. */
export function lacksFills(record: OperationRecord): boolean {
  const { state, resolution, fills, fillQuery } = record;
  const isDone = state === 'accepted' ? !isTaskUnderWay(record) && !hasFailed(record) : resolution?.verdict === 'done';
  return isDone && fillQuery !== null && fills === null;
}

/** What it executed, in words; '' if that does not apply. */
export function executedWords(record: OperationRecord): string {
  if (record.fills) return fillWords(record.fills);
  return lacksFills(record) ? 'reading the fills …' : '';
}

function resolutionWords({ resolution }: OperationRecord): string {
  const verdict = resolution?.verdict === 'done' ? 'done' : 'not done';
  return `${verdict} (by ${resolution?.by === 'person' ? 'a person' : 'evidence'})`;
}

/** The task's id and status. */
export function taskWords({ taskId, task }: OperationRecord): string {
  return [taskId, task?.status]
    .filter(Boolean)
    .map((part) => cleanText(part))
    .join(' ');
}
