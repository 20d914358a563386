import { isUnresolved, type OperationRecord } from '../../stores/orders/operation-records.ts';
import { UsageError } from '../command.ts';
import type { Values } from '../syntax/command-syntax.ts';
import type { filterOptions, outcomeNames } from './journal-syntax.ts';

export type FilterChoice = Values<typeof filterOptions>;

const outcomes = {
  accepted: ({ state }) => state === 'accepted',
  rejected: ({ state }) => state === 'rejected',
  unknown: ({ state }) => state === 'unknown',
  'not-sent': ({ state }) => state === 'not-sent',
  open: (record) => record.state === 'sent' || isUnresolved(record),
} as const satisfies Record<(typeof outcomeNames)[number], (record: OperationRecord) => boolean>;

/** Returns the predicate for the requested records. Throws UsageError for an invalid value. */
export function orderFilter(choice: FilterChoice, nowMs: number): (record: OperationRecord) => boolean {
  const { since, until, outcome, profile, mode, operation, text } = choice;
  const sinceMs = since === undefined ? Number.NEGATIVE_INFINITY : readMoment('--since', since, nowMs);
  const untilMs = until === undefined ? Number.POSITIVE_INFINITY : readMoment('--until', until, nowMs);
  if (sinceMs >= untilMs) throw new UsageError('--since must be before --until.');
  const hasOutcome = outcome === undefined ? () => true : outcomes[outcome];
  const wantedText = text?.toLowerCase();
  return (record) =>
    record.sentAtMs >= sinceMs &&
    record.sentAtMs < untilMs &&
    hasOutcome(record) &&
    (profile === undefined || record.profile === profile) &&
    (mode === undefined || record.mode === mode) &&
    (operation === undefined || record.operation === operation || record.operation.startsWith(`${operation}.`)) &&
    (wantedText === undefined || textsOf(record).some((part) => part?.toLowerCase().includes(wantedText)));
}

const textsOf = (record: OperationRecord): (string | null | undefined)[] => [
  record.summary,
  record.operation,
  record.code,
  record.message,
  record.id,
  record.requestId,
  record.walletId,
  record.plan?.id,
  record.plan?.key,
  record.taskId,
  record.task?.status,
  record.task?.txHash,
  record.task?.code,
  record.task?.message,
  record.resolution?.why,
];

const unitMs = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;
const isoTime = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)?)?$/i;

/** `24h`: that long ago; otherwise an ISO 8601 date or time, in UTC unless it names a zone. */
function readMoment(option: string, text: string, nowMs: number): number {
  const span = /^(\d{1,6})([mhdw])$/.exec(text);
  // The pattern lets no other letter through.
  if (span) return nowMs - Number(span[1]) * unitMs[span[2] as keyof typeof unitMs];
  const hasZone = /(Z|[+-]\d\d:\d\d)$/i.test(text) || !/T/i.test(text);
  const ms = isoTime.test(text) ? Date.parse(hasZone ? text : `${text}Z`) : Number.NaN;
  if (Number.isNaN(ms) || !isRealDay(text))
    throw new UsageError(
      `${option} takes a span such as 30m, 24h, 7d or 2w, or a time such as 2026-01-31 or 2026-01-31T14:30Z, not ${JSON.stringify(text)}.`,
    );
  return ms;
}

/** Date.parse turns 30 February into 2 March. */
function isRealDay(text: string): boolean {
  const day = text.slice(0, 10);
  return new Date(Date.parse(day)).toISOString().startsWith(day);
}
