import { clamp } from '../../../domain/numbers/clamp.ts';
import { formatClock, groupThousands } from '../../../domain/numbers/format.ts';
import type { RawMessage } from '../../../domain/stream/raw-message.ts';
import { cleanText } from '../../../domain/text/clean-text.ts';
import { cutEnd, cutMiddle } from '../../../domain/text/text-width.ts';
import { paneFrame } from '../../components/pane-frame.ts';
import { table } from '../../components/table.ts';
import type { DeskView } from '../../desk/desk.ts';
import type { MessagesView } from '../../desk/desk-ui.ts';
import { type Keymap, withKeys } from '../../keys/keymap.ts';
import { blank, type Line, muted, span, wrap } from '../../text/span.ts';
import type { Rect } from '../../workspaces/layout.ts';
import { messageColumns } from './message-columns.ts';
import { messageLines } from './message-text.ts';
import { latestMessages, mostMessages, selectedMessage, shownMessages, shownStream } from './shown-messages.ts';
import { stateCell, type TakenEntry } from './stream-entry.ts';

/** Draws the messages of a stream, or one of them expanded, over the area of the panes. */
export function messagesLines(desk: DeskView, view: MessagesView, rect: Rect): Line[] {
  const entry = shownStream(desk, view);
  const size = { width: rect.width - 4, height: rect.height - 2 };
  const name = entry ? `${entry.stream.streamId} ${entry.filterText}`.trim() : 'an ended stream';
  const { title, right, body } = view.opened
    ? wholeMessage(view.opened, desk.keymap, size)
    : messageList(desk, view, entry, size);
  return paneFrame({
    title:
      view.isAll && !view.opened
        ? `${title} of all channels`
        : `${title} of ${view.opened ? place(view.opened.message) : name}`,
    right,
    focused: true,
    width: rect.width,
    height: rect.height,
    body,
  });
}

const place = ({ channel }: RawMessage): string => (channel === null ? 'no channel' : cutEnd(cleanText(channel), 60));

interface Size {
  readonly width: number;
  readonly height: number;
}

interface Drawn {
  readonly title: string;
  readonly right: Line;
  readonly body: readonly Line[];
}

function messageList(desk: DeskView, view: MessagesView, entry: TakenEntry | null, { width, height }: Size): Drawn {
  const messages = shownMessages(desk, view);
  const head = view.isAll ? [] : [...channelLines(entry, width), blank];
  return {
    title: 'Messages',
    right: [
      ...(view.held ? [span(`PAUSED +${newerThan(view.held, latestMessages(desk, view))}`, 'warn'), span('  ')] : []),
      muted(messages.length >= mostMessages ? `the last ${mostMessages}` : `${messages.length} kept`),
    ],
    body: [
      ...head,
      ...(messages.length > 0
        ? table({
            columns: messageColumns(view.isAll, width),
            rows: messages,
            width,
            height: height - head.length,
            selected: selectedMessage(messages, view),
            focused: true,
            keyOf: ({ seq }) => String(seq),
          })
        : wrap(withKeys(nothingYet(entry, view), desk.keymap), width, 'muted')),
    ],
  };
}

const newerThan = (held: readonly RawMessage[], latest: readonly RawMessage[]): number =>
  latest.filter(({ seq }) => seq > (held[0]?.seq ?? 0)).length;

function nothingYet(entry: TakenEntry | null, { isAll }: MessagesView): string {
  if (isAll) return 'No messages received yet.';
  if (!entry) return 'This stream is no longer subscribed. Esc goes back.';
  return entry.stream.channel === null
    ? 'The service has not named a channel for this stream, so no messages can arrive.'
    : 'No recent messages of this stream. {messages.all} shows those of all channels.';
}

/** Channel and state of the stream, with the full reason of a refusal. */
function channelLines(entry: TakenEntry | null, width: number): Line[] {
  if (!entry) return [];
  const { stream } = entry;
  return [
    [
      stateCell(entry),
      muted('  '),
      muted(stream.channel === null ? 'no channel' : cutMiddle(cleanText(stream.channel), width - 20)),
    ],
    ...(stream.reason === null ? [] : wrap(cleanText(stream.reason), width, 'danger')),
  ];
}

function wholeMessage(
  { message, scroll }: NonNullable<MessagesView['opened']>,
  keymap: Keymap,
  { width, height }: Size,
): Drawn {
  const { text, lengthChars, atMs, problem } = message;
  const isCut = lengthChars > text.length;
  const head: Line[] = [
    [
      muted('received '),
      span(formatClock(atMs)),
      muted('   size '),
      span(`${groupThousands(String(lengthChars))} characters`),
    ],
    ...(isCut ? [[span(`Only its first ${groupThousands(String(text.length))} characters are kept.`, 'warn')]] : []),
    ...(problem === null ? [] : wrap(`✕ ${cleanText(problem, 300)}`, width, 'warn')),
    blank,
  ];
  const lines = messageLines(message, width);
  const room = Math.max(1, height - head.length);
  const from = clamp(scroll, 0, lines.length - room);
  return {
    title: 'Message',
    right: [
      muted(
        lines.length > room
          ? `${from + 1}–${Math.min(lines.length, from + room)} of ${lines.length}  ${withKeys('{messages.up}{messages.down}', keymap)}`
          : 'Esc closes',
      ),
    ],
    body: [...head, ...lines.slice(from, from + room)],
  };
}
