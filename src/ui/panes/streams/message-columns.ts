import { formatClock, groupThousands } from '../../../domain/numbers/format.ts';
import type { RawMessage } from '../../../domain/stream/raw-message.ts';
import { cleanText } from '../../../domain/text/clean-text.ts';
import { cutEnd, cutMiddle } from '../../../domain/text/text-width.ts';
import type { Column } from '../../components/table.ts';
import { muted, type Span, span } from '../../text/span.ts';
import { messageParts } from './message-text.ts';

/** Columns of the list; the channel only if messages of all channels are shown. */
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

/** Without the prefix of the protocol, which the expanded message shows. */
const eventName = (event: string): string => event.replace(/^pusher(_internal)?:/, '') || '–';

const channelColumn = (width: number): Column<RawMessage> => ({
  id: 'channel',
  title: 'CHANNEL',
  align: 'left',
  priority: 5,
  cell: ({ channel }) =>
    muted(channel === null ? '–' : cutMiddle(cleanText(channel), Math.max(16, Math.floor(width / 4)))),
});

/** An unreadable message has the problem before its data. */
function dataCell(message: RawMessage, width: number): Span {
  const { data } = messageParts(message);
  const { problem } = message;
  return problem === null
    ? span(cutEnd(data, width))
    : span(cutEnd(`✕ ${cleanText(problem, 200)}: ${data}`, width), 'warn');
}
