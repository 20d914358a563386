import type { Reading } from '../../../stores/desk-data.ts';
import type { DeskView } from '../../desk/desk.ts';
import { type Field, isoTime } from '../../export/field.ts';
import { type Line, muted, span } from '../../text/span.ts';
import { wholeTime } from '../../text/time-text.ts';
import type { TablePane } from '../table-pane.ts';
import { type ContextEntry, contextEntries, shownContext } from './context-entry.ts';
import { counted } from './counted.ts';
import { changeText } from './signal-columns.ts';

const kindWords = { call: 'call', around: 'near a call', mention: 'mention' } as const;

/** Keys, filter and export of the context pane; context-lines draws it. It keeps the order of the service. */
export const contextPane: TablePane<ContextEntry> = {
  id: 'context',
  title: 'Context',
  heading: 'Context pane',
  home: 'signals',
  focus: {
    title: 'context',
    description: 'Focus the context: who else called the token of the selected signal',
    keys: ['M-c'],
  },
  columns: [],
  reading: contextReading,
  refreshMs: () => Number.POSITIVE_INFINITY,
  rows: contextEntries,
  keyOf: ({ key }) => key,
  problemOf: () => null,
  sortValue: () => null,
  searchText: ({ kind, by, text }) => [kindWords[kind], by, text].join(' '),
  fields: contextFields,
  summary,
  empty: 'No other calls of this token, and no mentions.',
  loading: 'Reading who else called it …',
  details: (entry) => [
    { label: 'what', value: `${kindWords[entry.kind]}${entry.isShown ? ', the selected signal' : ''}` },
    { label: 'time', value: wholeTime(entry.atMs) },
    { label: 'by', value: entry.by },
    ...(entry.text ? [{ label: 'message', value: entry.text }] : []),
    ...(entry.priceUsd ? [{ label: 'price then', value: `${entry.priceUsd} USD` }] : []),
    ...(entry.marketCapUsd ? [{ label: 'market cap then', value: `${entry.marketCapUsd} USD` }] : []),
    ...(entry.changePct ? [{ label: 'change since', value: changeText(entry.changePct) }] : []),
  ],
};

/** Two requests; one response is enough to show rows. */
function contextReading(desk: DeskView): Reading<unknown> {
  const context = shownContext(desk);
  const asked = context ? [context.calls, context.mentions] : [];
  const failed = asked.find((one) => one.state === 'failed');
  const isThere = asked.some(({ state }) => state === 'there');
  return {
    data: isThere ? true : undefined,
    updatedAtMs: desk.now(),
    problem: failed?.state === 'failed' ? failed.problem : null,
    problemAtMs: 0,
    isFetching: asked.some(({ state }) => state === 'asking'),
  };
}

/** Calls that have been read, of all if there are more; mentions. */
function summary(desk: DeskView, rows: readonly ContextEntry[]): Line {
  const count = (kind: ContextEntry['kind']): number => rows.filter((row) => row.kind === kind).length;
  const { total = null, cursor = null } = shownContext(desk)?.older ?? {};
  const calls = count('call');
  const isPart = cursor !== null && total !== null && total > calls;
  return [
    muted(isPart ? `${calls} of ${counted(total, 'call')}` : counted(calls, 'call')),
    span('  '),
    muted(counted(count('mention'), 'mention')),
  ];
}

function contextFields(entry: ContextEntry): readonly Field[] {
  return [
    { name: 'kind', value: entry.kind },
    { name: 'time', value: isoTime(entry.atMs) },
    { name: 'by', value: entry.by },
    { name: 'message', value: entry.text || null },
    { name: 'is_shown_signal', value: entry.isShown ? 'yes' : 'no' },
    { name: 'price_usd', value: entry.priceUsd },
    { name: 'market_cap_usd', value: entry.marketCapUsd },
    { name: 'change_pct', value: entry.changePct?.toFixed() ?? null },
  ];
}
