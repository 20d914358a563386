import { cleanText } from '../domain/clean-text.ts';
import { isInDoubt, type OrderRecord } from './order-records.ts';

/** How a request ended, in a few words; for an unknown outcome also how the doubt was settled. */
export function outcomeWords(record: OrderRecord): string {
  switch (record.state) {
    case 'sent':
      return 'no answer yet';
    case 'not-sent':
      return 'not sent';
    case 'unknown':
      return isInDoubt(record) ? 'unknown, open' : `unknown, ${resolutionWords(record)}`;
    case 'accepted':
      return hasFailed(record) ? 'accepted, then failed' : 'accepted';
    default:
      return record.state;
  }
}

/** It was taken, and what the service then made of it has failed. */
export const hasFailed = ({ task }: OrderRecord): boolean =>
  task?.isOver === true && task.status.toLowerCase() === 'failed';

function resolutionWords({ resolution }: OrderRecord): string {
  const verdict = resolution?.verdict === 'done' ? 'done' : 'not done';
  return `${verdict} (by ${resolution?.by === 'person' ? 'a person' : 'evidence'})`;
}

/** The task's id with what is known of its state. */
export function taskWords({ taskId, task }: OrderRecord): string {
  return [taskId, task?.status]
    .filter(Boolean)
    .map((part) => cleanText(part))
    .join(' ');
}
