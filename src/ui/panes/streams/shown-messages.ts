import type { RawMessage } from '../../../stores/streams.ts';
import type { Desk } from '../../desk.ts';
import type { MessagesView } from '../../desk-ui.ts';
import { streamEntries, type TakenEntry } from './stream-entry.ts';

/** How many messages are kept to go through. */
export const mostMessages = 500;

/** The stream whose messages are shown; null when it is no longer asked for. */
export const shownStream = (desk: Desk, { rowKey }: MessagesView): TakenEntry | null =>
  streamEntries(desk).find((entry): entry is TakenEntry => entry.kind === 'taken' && entry.key === rowKey) ?? null;

/** Messages as they stand in the list, newest first. */
export const shownMessages = (desk: Desk, view: MessagesView): readonly RawMessage[] =>
  view.held ?? latestMessages(desk, view);

/** The same, also while the list is held still. */
export function latestMessages(desk: Desk, view: MessagesView): readonly RawMessage[] {
  if (view.isAll) return desk.streams.messages(null, mostMessages);
  const channel = shownStream(desk, view)?.stream.channel ?? null;
  return channel === null ? [] : desk.streams.messages(channel, mostMessages);
}

/** Index of the selected message; one that is no longer kept gives way to the oldest. */
export function selectedMessage(messages: readonly RawMessage[], { selectedSeq }: MessagesView): number | null {
  if (messages.length === 0) return null;
  if (selectedSeq === null) return 0;
  const index = messages.findIndex(({ seq }) => seq === selectedSeq);
  return index === -1 ? messages.length - 1 : index;
}
