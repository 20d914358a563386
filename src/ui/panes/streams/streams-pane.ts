import type { DeskView } from '../../desk/desk.ts';
import { keyOf } from '../../keys/keymap.ts';
import { muted, span } from '../../text/span.ts';
import type { TablePane } from '../table-pane.ts';
import { takenColumns, usedBy } from './stream-columns.ts';
import { type StreamEntry, stateCell, streamEntries, type TakenEntry, whyNotOffered } from './stream-entry.ts';
import { streamFields } from './stream-fields.ts';

/** Keys, sorting, filter and export of the streams pane; streams-lines draws it. */
export const streamsPane: TablePane<StreamEntry> = {
  id: 'streams',
  title: 'Streams',
  heading: 'Streams pane',
  home: 'activity',
  focus: { title: 'streams', description: 'Focus the streams: connection, channels, raw messages', keys: ['5'] },
  // Rows are sorted by the columns of the upper table; the catalog follows if it has the same column.
  columns: takenColumns as TablePane<StreamEntry>['columns'],
  reading: (desk) => ({ data: true, updatedAtMs: desk.now(), problem: null, problemAtMs: 0, isFetching: false }),
  refreshMs: () => Number.POSITIVE_INFINITY,
  rows: streamEntries,
  keyOf: ({ key }) => key,
  groupOf: ({ kind }) => (kind === 'taken' ? 0 : 1),
  problemOf: () => null,
  sortValue: (entry, columnId) => (entry.kind === 'taken' ? sortValue(entry, columnId) : nameOf(entry, columnId)),
  searchText: (entry) =>
    entry.kind === 'taken'
      ? `${entry.stream.streamId} ${entry.filterText} ${stateCell(entry).text} ${usedBy(entry.stream)}`
      : `${entry.stream.streamId} ${entry.stream.summary}`,
  fields: streamFields,
  summary: (desk, rows) => summary(desk, rows),
  empty: 'No streams are known to this version. Esc goes back.',
  loading: 'Reading streams …',
  details: (entry, desk) => details(entry, desk),
};

const nameOf = ({ stream }: StreamEntry, columnId: string): string | null =>
  columnId === 'stream' ? stream.streamId : null;

const sortValue = ({ stream, filterText }: TakenEntry, columnId: string): number | string | null =>
  ({
    stream: stream.streamId,
    filter: filterText,
    state: stream.state,
    rate: stream.perSecond,
    events: stream.events,
    bad: stream.unreadable,
    last: stream.lastEventAtMs,
    user: usedBy(stream),
    channel: stream.channel,
  })[columnId] ?? null;

/** Number of live channels, after those with problems. */
function summary(_desk: DeskView, rows: readonly StreamEntry[]) {
  const entries = rows.filter((entry) => entry.kind === 'taken');
  const taken = entries.map(({ stream }) => stream);
  const count = (isOne: (stream: TakenEntry['stream']) => boolean): number => taken.filter(isOne).length;
  const refused = count(({ state }) => state === 'refused');
  const silent = count(({ silentMs }) => silentMs !== null);
  const pending = count(({ state }) => state === 'pending');
  return [
    ...(refused > 0 ? [span(`${refused} refused`, 'danger'), span('  ')] : []),
    ...(silent > 0 ? [span(`${silent} silent`, 'warn'), span('  ')] : []),
    ...(pending > 0
      ? [entries[0]?.isConnected ? span(`${pending} pending`, 'accent') : muted(`${pending} waiting`), span('  ')]
      : []),
    muted(`${count(({ state }) => state === 'live')} of ${taken.length} live`),
  ];
}

/** Details of a stream that cannot be watched; a subscribed one shows its messages instead. */
function details(entry: StreamEntry, desk: DeskView) {
  if (entry.kind === 'taken') return [{ label: 'stream', value: entry.stream.streamId }];
  const { stream } = entry;
  return [
    { label: 'stream', value: stream.streamId },
    { label: 'content', value: stream.summary || 'unknown' },
    ...stream.filters.map(({ name, required, description }) => ({
      label: name,
      value: `${description || 'a filter'}${required ? '' : ' (optional)'}`,
    })),
    { label: 'offered', value: { true: 'yes', false: 'no', null: 'unknown' }[`${stream.isOffered}`] },
    { label: 'note', value: whyNotOffered(stream) ?? `${keyOf(desk.keymap, 'stream.watch')} watches it` },
  ];
}
