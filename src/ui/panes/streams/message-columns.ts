import { cleanText } from '../../../domain/clean-text.ts';
import { formatClock, groupThousands } from '../../../domain/format.ts';
import { cutEnd, cutMiddle } from '../../../domain/text-width.ts';
import type { RawMessage } from '../../../stores/streams.ts';
import type { Column } from '../../components/table.ts';
import { muted, type Span, span } from '../../text/span.ts';
import { messageParts } from './message-text.ts';

/** Columns of the list, for `width` cells; the channel only where messages of several are shown. */
export function messageColumns(isAll: boolean, width: number): Column<RawMessage>[] {
  return [
    { id: 'time', title: 'TIME', align: 'left', priority: 2, cell: ({ atMs }) => muted(formatClock(atMs)) },
    {
      id: 'size',
      title: 'CHARS',
      align: 'right',
      priority: 4,
      cell: ({ lengthChars }) => muted(groupThousands(String(lengthChars))),
    },
    ...(isAll ? [channelColumn(width)] : []),
    {
      id: 'event',
      title: 'EVENT',
      align: 'left',
      priority: 3,
      cell: (message) => span(eventName(messageParts(message).event), 'title'),
    },
    {
      id: 'data',
      title: 'DATA',
      align: 'left',
      priority: 1,
      shrinkTo: 16,
      cell: (message) => dataCell(message, width),
    },
  ];
}

/** Without the protocol's own prefix: the message shown whole has it. */
const eventName = (event: string): string => event.replace(/^pusher(_internal)?:/, '') || '–';

const channelColumn = (width: number): Column<RawMessage> => ({
  id: 'channel',
  title: 'CHANNEL',
  align: 'left',
  priority: 5,
  cell: ({ channel }) =>
    muted(channel === null ? '–' : cutMiddle(cleanText(channel), Math.max(16, Math.floor(width / 4)))),
});

/** What could not be read says so before its text. */
function dataCell(message: RawMessage, width: number): Span {
  const { data } = messageParts(message);
  const { problem } = message;
  return problem === null
    ? span(cutEnd(data, width))
    : span(cutEnd(`✕ ${cleanText(problem, 200)}: ${data}`, width), 'warn');
}
