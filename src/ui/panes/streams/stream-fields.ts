import { type Field, isoTime } from '../../export/field.ts';
import type { StreamEntry } from './stream-entry.ts';

/** Exact values of a stream, for export and copy. */
export function streamFields(entry: StreamEntry): readonly Field[] {
  if (entry.kind === 'catalog')
    return [
      { name: 'stream', value: entry.stream.streamId },
      { name: 'state', value: 'catalog' },
      { name: 'summary', value: entry.stream.summary },
    ];
  const { stream } = entry;
  const filter = Object.entries(stream.filter).map(([name, value]) => `${name}=${value}`);
  return [
    { name: 'stream', value: stream.streamId },
    { name: 'state', value: stream.state },
    { name: 'channel', value: stream.channel },
    { name: 'filter', value: filter.join(' ') || null },
    { name: 'token', value: stream.tokenId },
    { name: 'reason', value: stream.reason },
    { name: 'events', value: stream.events },
    { name: 'unreadable', value: stream.unreadable },
    { name: 'events_per_second', value: stream.perSecond },
    { name: 'last_event_at', value: isoTime(stream.lastEventAtMs) },
  ];
}
