import { formatAge, formatClock } from '../../../domain/numbers/format.ts';
import { cleanText } from '../../../domain/text/clean-text.ts';
import type { OperationRecord } from '../../../stores/orders/operation-records.ts';
import { executedWords, outcomeWords } from '../../../stores/orders/operation-words.ts';
import { wholeTime } from '../../text/time-text.ts';
import type { OrderEntry } from './activity-entry.ts';

interface Row {
  readonly label: string;
  /** May contain line breaks: JSON is indented. */
  readonly value: string;
}

/** Details of an operation from the journal, in full. */
export function orderDetails({ record, summary, wallet }: OrderEntry): readonly Row[] {
  const { code, message, requestId, tookMs, endedAtMs } = record;
  return [
    { label: 'what', value: summary },
    { label: 'outcome', value: outcomeWords(record) },
    ...optional('code', code),
    ...optional('message', message),
    ...resolutionRows(record),
    ...taskRows(record),
    ...optional('fills', executedWords(record)),
    ...optional('request id', requestId),
    { label: 'sent', value: wholeTime(record.sentAtMs) },
    ...(endedAtMs === null ? [] : [{ label: 'answered', value: wholeTime(endedAtMs) }]),
    ...(tookMs === null ? [] : [{ label: 'took', value: `${tookMs} ms` }]),
    { label: 'wallet', value: [...new Set([wallet, cleanText(record.walletId)])].filter(Boolean).join(', ') || 'none' },
    { label: 'account', value: `${cleanText(record.mode)} ${cleanText(record.profile)}` },
    { label: 'operation', value: cleanText(record.operation) },
    { label: 'blocks', value: cleanText(record.blocks) || 'nothing' },
    { label: 'journal id', value: cleanText(record.id) },
    { label: 'input', value: json(record.input) },
    { label: 'evidence', value: json(record.evidence) },
  ];
}

const optional = (label: string, value: string | null | undefined): Row[] =>
  value ? [{ label, value: cleanText(value) }] : [];

const verdicts = { done: 'done', 'not-done': 'not done', unclear: 'no proof' } as const;

function resolutionRows({ looks, resolution }: OperationRecord): Row[] {
  return [
    ...looks.map(({ atMs, verdict, why }, index) => ({
      label: index === 0 ? 'reconciled' : '',
      value: `${formatClock(atMs)} ${cleanText(why)}: ${verdicts[verdict]}`,
    })),
    ...(resolution
      ? [
          {
            label: 'resolved',
            value: `${verdicts[resolution.verdict]} by ${resolution.by === 'person' ? 'a person' : 'evidence'}, ${wholeTime(resolution.atMs)}: ${cleanText(resolution.why)}`,
          },
        ]
      : []),
  ];
}

function taskRows({ taskId, task, endedAtMs }: OperationRecord): Row[] {
  if (taskId === null) return [];
  const after = task && endedAtMs !== null ? `, ${formatAge(task.atMs - endedAtMs)} after the response` : '';
  return [
    { label: 'task id', value: cleanText(taskId) },
    { label: 'task', value: task ? `${cleanText(task.status)}${after}` : 'not polled yet' },
    ...optional('task code', task?.code),
    ...optional('task message', task?.message),
    ...optional('transaction', task?.txHash),
  ];
}

/** Indented JSON; each line is cleaned by itself, so that the indentation stays. */
const json = (value: unknown): string =>
  (JSON.stringify(value ?? null, null, 2) ?? 'null')
    .split('\n')
    .map((line) => line.replace(/\S.*/, (text) => cleanText(text, 4_000)))
    .join('\n');
