import { formatAge, groupThousands } from '../../../domain/numbers/format.ts';
import { cleanText } from '../../../domain/text/clean-text.ts';
import { displayWidth, padEnd } from '../../../domain/text/text-width.ts';
import type { Column } from '../../components/table.ts';
import { known } from '../../text/cells.ts';
import { muted, span } from '../../text/span.ts';
import { type CatalogEntry, stateCell, type TakenEntry } from './stream-entry.ts';

/** Columns of the subscribed streams. */
export const takenColumns: readonly Column<TakenEntry>[] = [
  { id: 'stream', title: 'STREAM', align: 'left', priority: 1, cell: ({ stream }) => span(stream.streamId, 'title') },
  {
    id: 'filter',
    title: 'FILTER',
    align: 'left',
    priority: 2,
    cell: ({ filterText }) => (filterText === '' ? muted('–') : span(filterText)),
  },
  { id: 'state', title: 'STATE', align: 'left', priority: 1, cell: stateCell },
  {
    id: 'rate',
    title: 'RATE /s',
    align: 'decimal',
    priority: 5,
    cell: ({ stream }) => span(stream.perSecond.toFixed(1), stream.perSecond > 0 ? 'plain' : 'muted'),
  },
  {
    id: 'events',
    title: 'EVENTS',
    align: 'right',
    priority: 4,
    cell: ({ stream }) => span(groupThousands(String(stream.events)), stream.events > 0 ? 'plain' : 'muted'),
  },
  {
    id: 'bad',
    title: 'BAD',
    align: 'right',
    priority: 7,
    cell: ({ stream: { unreadable } }) => span(groupThousands(String(unreadable)), unreadable > 0 ? 'warn' : 'muted'),
  },
  {
    id: 'last',
    title: 'LAST',
    align: 'right',
    priority: 3,
    cell: ({ stream, nowMs }) => known(stream.lastEventAtMs, (atMs) => formatAge(nowMs - atMs)),
  },
  {
    id: 'user',
    title: 'USED BY',
    align: 'left',
    priority: 6,
    cell: ({ stream }) => muted(usedBy(stream)),
  },
  {
    id: 'channel',
    title: 'CHANNEL',
    align: 'left',
    priority: 8,
    cell: ({ stream: { channel } }) => muted(channel === null ? '–' : cleanText(channel, 164)),
  },
];

/** Who uses the stream: the desk, the user who watches it, or both. */
export const usedBy = ({ desk, isWatched }: TakenEntry['stream']): string =>
  desk === '' ? 'watched' : isWatched ? 'desk, watched' : 'desk';

/** Columns of the rest of the catalog. */
export function catalogColumns(entries: readonly CatalogEntry[], width: number): Column<CatalogEntry>[] {
  const longest = (texts: readonly string[]): number => Math.max(0, ...texts.map(displayWidth));
  const marks = longest(entries.map(({ stream }) => mark(stream)));
  const taken = longest(entries.map(({ stream }) => stream.streamId)) + longest(entries.map(needs)) + marks + 4;
  return [
    { id: 'stream', title: 'STREAM', align: 'left', priority: 1, cell: ({ stream }) => muted(stream.streamId) },
    { id: 'needs', title: 'NEEDS', align: 'left', priority: 2, cell: (entry) => muted(needs(entry)) },
    ...(entries.some(({ stream }) => mark(stream) !== '') ? [markColumn] : []),
    {
      id: 'about',
      title: 'CONTENT',
      align: 'left',
      priority: 3,
      cell: ({ stream }) => muted(cutWords(stream.summary, Math.max(least, width - taken))),
    },
  ];
}

const filterWords: Readonly<Record<string, string>> = {
  tokenAddress: 'token',
  chainId: 'chain',
  walletAddress: 'wallet',
  profileId: 'profile',
  feedId: 'feed',
};

/** The filters of the stream, one word each. */
const needs = ({ stream }: CatalogEntry): string =>
  stream.filters.map(({ name }) => filterWords[name] ?? name).join(', ') || '–';

const least = 24;

/** Why the stream is not available. */
const mark = ({ isOffered, isReadable }: CatalogEntry['stream']): string =>
  isReadable ? (isOffered === false ? 'not offered' : '') : 'not readable';

const markColumn: Column<CatalogEntry> = {
  id: 'mark',
  title: '',
  align: 'left',
  priority: 1,
  cell: ({ stream }) => span(mark(stream), 'warn'),
};

/** The text cut at a word boundary, with … at the end. */
function cutWords(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  const words = text.split(' ');
  while (words.length > 1 && displayWidth(`${words.join(' ')} …`) > width) words.pop();
  return `${words.join(' ')} …`;
}

/** Width of the name column, so that it is the same in both tables. */
export const nameWidth = (entries: readonly { readonly stream: { readonly streamId: string } }[]): number =>
  Math.max(0, ...entries.map(({ stream }) => displayWidth(stream.streamId)));

export const padded = <Row>(column: Column<Row>, width: number): Column<Row> => ({
  ...column,
  cell: (row) => {
    const cell = column.cell(row);
    return { ...cell, text: padEnd(cell.text, width) };
  },
});
