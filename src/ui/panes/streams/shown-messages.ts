import type { RawMessage } from '../../../domain/stream/raw-message.ts';
import type { DeskView } from '../../desk/desk.ts';
import type { MessagesView } from '../../desk/desk-ui.ts';
import { streamEntries, type TakenEntry } from './stream-entry.ts';

/** Maximum number of messages in the list. */
export const mostMessages = 500;

/** The stream whose messages are shown; null if it is no longer subscribed. */
export const shownStream = (desk: DeskView, { rowKey }: MessagesView): TakenEntry | null =>
  streamEntries(desk).find((entry): entry is TakenEntry => entry.kind === 'taken' && entry.key === rowKey) ?? null;

/** Messages of the list, newest first; fixed while paused. */
export const shownMessages = (desk: DeskView, view: MessagesView): readonly RawMessage[] =>
  view.held ?? latestMessages(desk, view);

/** The latest messages, even while the list is paused. */
export function latestMessages(desk: DeskView, view: MessagesView): readonly RawMessage[] {
  if (view.isAll) return desk.streams.messages(null, mostMessages);
  const channel = shownStream(desk, view)?.stream.channel ?? null;
  return channel === null ? [] : desk.streams.messages(channel, mostMessages);
}

/** Index of the selected message; the oldest one if the selected one is no longer kept. */
export function selectedMessage(messages: readonly RawMessage[], { selectedSeq }: MessagesView): number | null {
  if (messages.length === 0) return null;
  if (selectedSeq === null) return 0;
  const index = messages.findIndex(({ seq }) => seq === selectedSeq);
  return index === -1 ? messages.length - 1 : index;
}
