import { formatAge, groupThousands } from '../../../domain/numbers/format.ts';
import { cleanText, textLimits } from '../../../domain/text/clean-text.ts';
import type { OperationRecord } from '../../../stores/orders/operation-records.ts';
import { executedWords, hasFailed, outcomeWords } from '../../../stores/orders/operation-words.ts';
import type { Column } from '../../components/table.ts';
import { known } from '../../text/cells.ts';
import { muted, type Span, span, type Tone } from '../../text/span.ts';
import { timeText } from '../../text/time-text.ts';
import { inProgressMs, isStalled, type OrderEntry } from './activity-entry.ts';

const what: Column<OrderEntry> = {
  id: 'what',
  title: 'ACTION',
  align: 'left',
  priority: 1,
  shrinkTo: 24,
  cell: ({ summary }) => span(summary, 'title'),
};

const wallet = (priority: number): Column<OrderEntry> => ({
  id: 'wallet',
  title: 'WALLET',
  align: 'left',
  priority,
  cell: (entry) => muted(entry.wallet || '–'),
});

/** Columns of operations that have ended. */
export const orderColumns: readonly Column<OrderEntry>[] = [
  {
    id: 'time',
    title: 'TIME',
    align: 'left',
    priority: 2,
    cell: ({ record, nowMs }) => muted(timeText(record.sentAtMs, nowMs)),
  },
  what,
  { id: 'outcome', title: 'OUTCOME', align: 'left', priority: 1, cell: ({ record }) => outcomeCell(record) },
  {
    id: 'fills',
    title: 'FILLS',
    align: 'left',
    priority: 3,
    shrinkTo: 30,
    cell: ({ record }) => muted(executedWords(record) || '–'),
  },
  { id: 'task', title: 'TASK', align: 'left', priority: 4, cell: ({ record }) => taskCell(record) },
  {
    id: 'took',
    title: 'MS',
    align: 'right',
    priority: 6,
    cell: ({ record }) => known(record.tookMs, (ms) => groupThousands(String(ms)), 'muted'),
  },
  wallet(7),
  {
    id: 'request',
    title: 'REQUEST',
    align: 'left',
    priority: 5,
    cell: ({ record }) => muted(cleanText(record.requestId, textLimits.name) || '–'),
  },
];

/** Columns of operations in flight and of running tasks. */
export const inProgressColumns: readonly Column<OrderEntry>[] = [
  { ...what, title: 'IN PROGRESS' },
  {
    id: 'state',
    title: 'STATE',
    align: 'left',
    priority: 1,
    cell: ({ group, record }) =>
      group === 'sent' ? span('in flight', 'accent') : span(`task ${statusOf(record)}`, 'accent'),
  },
  {
    id: 'for',
    title: 'FOR',
    align: 'right',
    priority: 2,
    cell: (entry) => span(formatAge(inProgressMs(entry)), isStalled(entry) ? 'warn' : 'plain'),
  },
  {
    id: 'note',
    title: '',
    align: 'left',
    priority: 1,
    cell: (entry) => span(isStalled(entry) ? 'STALLED' : '', 'warn'),
  },
  wallet(4),
];

const statusOf = ({ task }: OperationRecord): string => cleanText(task?.status, textLimits.symbol) || 'started';

/** The outcome, with the error code if it failed. */
export function outcomeCell(record: OperationRecord): Span {
  const code = cleanText(hasFailed(record) ? record.task?.code : record.code, textLimits.name);
  const isCodeShown = record.state === 'rejected' || record.state === 'not-sent' || hasFailed(record);
  return span([outcomeWords(record), isCodeShown ? code : ''].filter(Boolean).join(' '), outcomeTone(record));
}

function outcomeTone(record: OperationRecord): Tone {
  if (record.state === 'rejected' || hasFailed(record)) return 'danger';
  if (record.state === 'unknown') return record.resolution === null ? 'danger' : 'warn';
  return record.state === 'accepted' ? 'up' : 'muted';
}

function taskCell(record: OperationRecord): Span {
  if (record.taskId === null) return muted('–');
  return hasFailed(record) ? span(statusOf(record), 'danger') : muted(statusOf(record));
}
