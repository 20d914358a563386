import { cleanText, textLimits } from '../../domain/text/clean-text.ts';
import { displayWidth } from '../../domain/text/text-width.ts';
import { fillWords } from '../../stores/orders/fill-report.ts';
import type { OperationRecord } from '../../stores/orders/operation-records.ts';
import { outcomeWords, taskWords } from '../../stores/orders/operation-words.ts';
import { type Column, table } from '../../ui/components/table.ts';
import { plainText, span } from '../../ui/text/span.ts';

type Cells = Readonly<Record<string, string>>;

const column = (id: string, title: string, priority: number, over: Partial<Column<Cells>> = {}): Column<Cells> => ({
  id,
  title,
  align: 'left',
  priority,
  cell: (cells) => span(cells[id] ?? ''),
  ...over,
});

const columns: readonly Column<Cells>[] = [
  column('time', 'TIME (UTC)', 1),
  column('mode', 'MODE', 1),
  column('profile', 'PROFILE', 6),
  column('what', 'WHAT', 1, { shrinkTo: 16 }),
  column('outcome', 'OUTCOME', 2),
  column('code', 'CODE', 4),
  column('request', 'REQUEST', 7),
  column('task', 'TASK', 5),
  column('fills', 'FILLS', 3, { shrinkTo: 16 }),
  column('took', 'MS', 8, { align: 'right' }),
];

const widestGap = 2;

/** Orders as aligned lines with a header, at most `width` columns wide; untruncated if it is null. */
export function orderTable(records: readonly OperationRecord[], width: number | null): string[] {
  const rows = records.map(cellsOf);
  return table({
    columns,
    rows,
    width: width ?? naturalWidth(rows),
    height: rows.length + 1,
    selected: null,
    focused: false,
    hasMarker: false,
  }).map((line) => plainText(line).trimEnd());
}

const cellsOf = (record: OperationRecord): Cells => ({
  time: formatTime(record.sentAtMs),
  mode: cleanText(record.mode, textLimits.symbol).toUpperCase(),
  profile: cleanText(record.profile, textLimits.name),
  what: cleanText(record.summary),
  outcome: outcomeWords(record),
  code: cleanText(record.code, textLimits.name),
  request: cleanText(record.requestId, textLimits.name),
  task: taskWords(record),
  fills: record.fills ? fillWords(record.fills) : '',
  took: record.tookMs === null ? '' : String(record.tookMs),
});

/** 2026-01-31 14:30:05 */
const formatTime = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');

const naturalWidth = (rows: readonly Cells[]): number =>
  columns.reduce(
    (sum, { id, title }) =>
      rows.reduce((widest, row) => Math.max(widest, displayWidth(row[id] ?? '')), displayWidth(title)) +
      sum +
      widestGap,
    -widestGap,
  );
