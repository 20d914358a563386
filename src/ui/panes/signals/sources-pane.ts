import type { SignalSource } from '../../../stores/signals/signals.ts';
import type { Column } from '../../components/table.ts';
import { type Field, isoTime } from '../../export/field.ts';
import { known } from '../../text/cells.ts';
import { muted, span } from '../../text/span.ts';
import { wholeTime } from '../../text/time-text.ts';
import type { TablePane } from '../table-pane.ts';
import { readsEveryMs } from './signals-pane.ts';

const stateText = ({ isEnabled }: SignalSource): string => (isEnabled ? 'on' : 'off');
const dayText = (ms: number): string => wholeTime(ms).slice(0, 'YYYY-MM-DD'.length);

const columns: readonly Column<SignalSource>[] = [
  {
    id: 'name',
    title: 'SOURCE',
    align: 'left',
    priority: 1,
    shrinkTo: 8,
    cell: ({ name, isEnabled }) => span(name, isEnabled ? 'title' : 'muted'),
  },
  {
    id: 'state',
    title: 'STATE',
    align: 'left',
    priority: 1,
    cell: (source) => span(stateText(source), source.isEnabled ? 'up' : 'muted'),
  },
  { id: 'platform', title: 'PLATFORM', align: 'left', priority: 2, cell: ({ platform }) => muted(platform || '–') },
  { id: 'from', title: 'FROM', align: 'left', priority: 4, cell: ({ origin }) => muted(origin || '–'), shrinkTo: 8 },
  {
    id: 'since',
    title: 'SINCE',
    align: 'left',
    priority: 3,
    cell: ({ createdAtMs }) => known(createdAtMs, dayText, 'muted'),
  },
];

/** The sources of calls that the account has connected. */
export const sourcesPane: TablePane<SignalSource> = {
  id: 'sources',
  title: 'Sources',
  heading: 'Sources pane',
  home: 'signals',
  focus: { title: 'sources', description: 'Focus the sources of calls', keys: ['M-s'] },
  columns,
  reading: (desk) => {
    const { updatedAtMs, problem } = desk.signals.sourceReads();
    const data = desk.signals.sources() ?? undefined;
    return { data, updatedAtMs, problem, problemAtMs: 0, isFetching: false };
  },
  refreshMs: () => readsEveryMs,
  rows: (desk) => desk.signals.sources() ?? [],
  keyOf: ({ id }) => id,
  problemOf: () => null,
  sortValue: (source, columnId) =>
    ({
      name: source.name,
      state: stateText(source),
      platform: source.platform,
      from: source.origin,
      since: source.createdAtMs,
    })[columnId] ?? null,
  searchText: (source) => [source.name, source.platform, source.origin, stateText(source)].join(' '),
  fields: sourceFields,
  summary: (_desk, rows) => [muted(`${rows.filter(({ isEnabled }) => isEnabled).length} of ${rows.length} on`)],
  empty:
    'No sources connected: only public calls are shown. Connect sources in the service’s web terminal, then press {desk.refresh}.',
  loading: 'Reading the sources …',
  details: (source) => [
    { label: 'source', value: source.name },
    { label: 'platform', value: source.platform || 'unknown' },
    {
      label: 'state',
      value: source.isEnabled ? 'on: its calls are shown' : 'off: connected, but its calls are not shown',
    },
    { label: 'connected', value: wholeTime(source.createdAtMs) },
    ...(source.origin ? [{ label: 'from', value: source.origin }] : []),
    { label: 'id', value: source.id },
  ],
};

function sourceFields(source: SignalSource): readonly Field[] {
  return [
    { name: 'id', value: source.id },
    { name: 'name', value: source.name },
    { name: 'platform', value: source.platform || null },
    { name: 'origin', value: source.origin || null },
    { name: 'state', value: stateText(source) },
    { name: 'created_at', value: isoTime(source.createdAtMs) },
  ];
}
