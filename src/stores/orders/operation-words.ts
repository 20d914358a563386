import { taskEnd } from '../../domain/market/task-status.ts';
import { cleanText } from '../../domain/text/clean-text.ts';
import { isUnresolved, type OperationRecord } from './operation-records.ts';

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
