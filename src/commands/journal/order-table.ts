import { cleanText, textLimits } from '../../domain/text/clean-text.ts';
import { fillWords } from '../../stores/orders/fill-report.ts';
import type { OperationRecord } from '../../stores/orders/operation-records.ts';
import { outcomeWords, taskWords } from '../../stores/orders/operation-words.ts';
import { type Cells, type TextColumn, textTable } from '../output/text-table.ts';

const columns: readonly TextColumn[] = [
  { id: 'time', title: 'TIME (UTC)', priority: 1 },
  { id: 'mode', title: 'MODE', priority: 1 },
  { id: 'profile', title: 'PROFILE', priority: 6 },
  { id: 'what', title: 'WHAT', priority: 1, shrinkTo: 16 },
  { id: 'plan', title: 'PLAN', priority: 4 },
  { id: 'outcome', title: 'OUTCOME', priority: 2 },
  { id: 'code', title: 'CODE', priority: 4 },
  { id: 'request', title: 'REQUEST', priority: 7 },
  { id: 'task', title: 'TASK', priority: 5 },
  { id: 'fills', title: 'FILLS', priority: 3, shrinkTo: 16 },
  { id: 'took', title: 'MS', priority: 8, align: 'right' },
];

/**
 * Orders as aligned lines with a header, at most `width` columns wide; untruncated if it is null. The column of plans is there if
 * one of them has sent something.
 */
export function orderTable(records: readonly OperationRecord[], width: number | null): string[] {
  const hasPlans = records.some(({ plan }) => plan !== null);
  const shown = columns.filter(({ id }) => id !== 'plan' || hasPlans);
  return textTable(shown, records.map(cellsOf), width);
}

const cellsOf = (record: OperationRecord): Cells => ({
  time: formatTime(record.sentAtMs),
  mode: cleanText(record.mode, textLimits.symbol).toUpperCase(),
  profile: cleanText(record.profile, textLimits.name),
  what: cleanText(record.summary),
  plan: record.plan ? cleanText(`${record.plan.id} ${record.plan.key}`, textLimits.name) : '',
  outcome: outcomeWords(record),
  code: cleanText(record.code, textLimits.name),
  request: cleanText(record.requestId, textLimits.name),
  task: taskWords(record),
  fills: record.fills ? fillWords(record.fills) : '',
  took: record.tookMs === null ? '' : String(record.tookMs),
});

/** 2026-01-31 14:30:05 */
const formatTime = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
