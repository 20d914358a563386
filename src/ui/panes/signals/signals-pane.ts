import { formatAge, formatClock } from '../../../domain/numbers/format.ts';
import { isSignal, type SignalRow } from '../../../stores/signals/signals.ts';
import type { DeskView } from '../../desk/desk.ts';
import { type Line, muted, span } from '../../text/span.ts';
import type { TablePane } from '../table-pane.ts';
import { counted } from './counted.ts';
import { signalColumns, signalSortValue, sourceText, tradeText } from './signal-columns.ts';
import { signalDetails } from './signal-details.ts';
import { type SignalEntry, signalEntries } from './signal-entry.ts';
import { signalFields } from './signal-fields.ts';

/** Interval at which the lists are read while the pane is visible, ms. */
export const readsEveryMs = 20_000;

/** Keys, sorting, filter and export of the signals pane; signals-lines draws it. */
export const signalsPane: TablePane<SignalEntry> = {
  id: 'signals',
  title: 'Signals',
  heading: 'Signals pane',
  home: 'signals',
  focus: { title: 'signals', description: 'Focus the signals: calls, copied trades, new tokens', keys: ['0'] },
  columns: signalColumns,
  reading: (desk) => {
    const { isAnswered, updatedAtMs, problem } = desk.signals.reads();
    const isKnown = desk.signals.getState().rows.length > 0 || (isAnswered && updatedAtMs > 0);
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
          row.kind,
          symbol,
          row.token.name,
          row.token.network,
          row.token.address,
          isLookalike && 'LOOKALIKE',
          sourceText(row),
          row.userName,
          row.platform,
          row.message,
          row.trade && tradeText(row.trade),
          row.isBot && 'bot',
          row.isVerified && 'verified',
          row.messageState,
        ]
          .filter(Boolean)
          .join(' ')
      : noteText(row),
  fields: signalFields,
  summary,
  empty:
    'No signals yet. Tokens called in your sources and in the public feed, copied trades, and created and graduated tokens appear here live. {signals.kind} shows all kinds; {signals.keep} keeps receiving them while they are off screen.',
  loading: 'Reading the latest calls …',
  details: signalDetails,
};

/** Text over the whole width of a gap or an unreadable item. */
export function noteText(row: SignalRow): string {
  const time = formatClock(row.atMs);
  if (row.kind === 'gap')
    return `${time} ┄┄ gap ${formatAge(row.atMs - row.fromMs)}, ${row.reason}: creations and graduations missed ┄┄`;
  if (row.kind !== 'unreadable') return '';
  const times = row.times > 1 ? ` (${row.times} times)` : '';
  return `${time} unreadable${times} from ${row.stream}: ${row.reason}`;
}

/** Deviations from the normal state come first. */
function summary(desk: DeskView, rows: readonly SignalEntry[]): Line {
  const { kind, held } = desk.ui.getState().signals;
  const gap = span('  ');
  return [
    ...(held ? [span(`PAUSED +${desk.signals.getState().lastSeq - held.lastSeq}`, 'warn'), gap] : []),
    ...(kind ? [span(`only ${kind}s`, 'accent'), gap] : []),
    ...(desk.ui.getState().signals.isKept ? [span('kept on', 'accent'), gap] : []),
    muted(counted(rows.filter(({ row }) => isSignal(row)).length, 'signal')),
  ];
}
