import { formatAge, formatClock } from '../../../domain/format.ts';
import { isSignal, type SignalRow } from '../../../stores/signals.ts';
import type { Desk } from '../../desk.ts';
import { type Line, muted, span } from '../../text/span.ts';
import type { TablePane } from '../table-pane.ts';
import { signalColumns, signalSortValue, sourceText, tradeText } from './signal-columns.ts';
import { signalDetails } from './signal-details.ts';
import { type SignalEntry, signalEntries } from './signal-entry.ts';
import { signalFields } from './signal-fields.ts';

/** The lists are read this often while the pane is on screen, ms. */
export const readsEveryMs = 20_000;

/** What keys, sorting and the filter know of the signals; signals-lines draws them. */
export const signalsPane: TablePane<SignalEntry> = {
  id: 'signals',
  title: 'Signals',
  columns: signalColumns,
  reading: (desk) => {
    const { isAnswered, updatedAtMs, problem } = desk.signals.reads();
    const isKnown = desk.signals.rows().length > 0 || (isAnswered && updatedAtMs > 0);
    return { data: isKnown ? true : undefined, updatedAtMs, problem, problemAtMs: 0, isFetching: !isAnswered };
  },
  refreshMs: () => readsEveryMs,
  rows: signalEntries,
  keyOf: ({ key }) => key,
  problemOf: ({ row }) => (isSignal(row) ? null : noteText(row)),
  sortValue: signalSortValue,
  searchText: ({ row, symbol, isLookalike }) =>
    isSignal(row)
      ? [
          ...[row.kind, symbol, row.token?.name, row.token?.network, row.token?.address, isLookalike && 'LOOKALIKE'],
          ...[sourceText(row), row.platform, row.message, row.trade && tradeText(row.trade), row.isBot && 'bot'],
          row.isVerified && 'verified',
        ]
          .filter(Boolean)
          .join(' ')
      : noteText(row),
  fields: signalFields,
  summary,
  empty:
    'No signal yet. Calls of your sources, trades that others copy, and tokens that are made or graduate come here as they happen. {signals.kind} shows all kinds; {signals.keep} keeps listening while they are not on screen.',
  loading: 'Reading the latest calls …',
  details: signalDetails,
};

/** What a row that is no signal says over its whole width. */
export function noteText(row: SignalRow): string {
  const time = formatClock(row.atMs);
  if (row.kind === 'gap')
    return `${time} ┄┄ gap ${formatAge(row.atMs - row.fromMs)}, ${row.reason}: creations and graduations then are not known ┄┄`;
  if (row.kind !== 'unreadable') return '';
  const times = row.times > 1 ? ` (${row.times} times)` : '';
  return `${time} unreadable${times} from ${row.stream}: ${row.reason}`;
}

/** What is not as always comes first. */
function summary(desk: Desk, rows: readonly SignalEntry[]): Line {
  const { kind, held } = desk.ui.getState().signals;
  const gap = span('  ');
  return [
    ...(held ? [span(`PAUSED +${desk.signals.lastSeq() - held.lastSeq}`, 'warn'), gap] : []),
    ...(kind ? [span(`only ${kind}s`, 'accent'), gap] : []),
    ...(desk.ui.getState().signals.isKept ? [span('stays on', 'accent'), gap] : []),
    muted(`${rows.filter(({ row }) => isSignal(row)).length} signals`),
  ];
}
