import { cleanText } from '../../../domain/clean-text.ts';
import { formatClock, groupThousands } from '../../../domain/format.ts';
import { cutEnd, cutMiddle } from '../../../domain/text-width.ts';
import { type Keymap, withKeys } from '../../../keys/keymap.ts';
import type { RawMessage } from '../../../stores/streams.ts';
import { paneFrame } from '../../components/pane-frame.ts';
import { table } from '../../components/table.ts';
import type { Desk } from '../../desk.ts';
import type { MessagesView } from '../../desk-ui.ts';
import { blank, type Line, muted, span, wrap } from '../../text/span.ts';
import type { Rect } from '../../workspaces/layout.ts';
import { messageColumns } from './message-columns.ts';
import { messageLines } from './message-text.ts';
import { latestMessages, mostMessages, selectedMessage, shownMessages, shownStream } from './shown-messages.ts';
import { stateCell, type TakenEntry } from './stream-entry.ts';

/** Draws the messages of a stream, or one of them whole, over the area of the panes. */
export function messagesLines(desk: Desk, view: MessagesView, rect: Rect): Line[] {
  const entry = shownStream(desk, view);
  const size = { width: rect.width - 4, height: rect.height - 2 };
  const name = entry ? `${entry.stream.streamId} ${entry.filterText}`.trim() : 'a stream that has ended';
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

function messageList(desk: Desk, view: MessagesView, entry: TakenEntry | null, { width, height }: Size): Drawn {
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
  if (isAll) return 'Nothing has come over the connection yet.';
  if (!entry) return 'This stream is no longer asked for. Esc leads back.';
  return entry.stream.channel === null
    ? 'The service has named no channel for it, so nothing can come.'
    : 'Nothing of it is among the last messages. {messages.all} shows those of all channels.';
}

/** Where it comes from and how it stands, with a refusal's reason whole. */
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
  const from = Math.max(0, Math.min(scroll, lines.length - room));
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
