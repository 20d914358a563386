import type { DeskFacts } from '../../keys/command.ts';
import { keyOf } from '../../keys/keymap.ts';
import { literally } from '../../keys/literally.ts';
import type { CatalogStream, StreamFilterValues } from '../../stores/streams.ts';
import type { Desk } from '../desk.ts';
import type { MessagesView } from '../desk-ui.ts';
import { openForm } from '../forms/open-form.ts';
import { watchForm } from '../forms/watch/watch-form.ts';
import { messageLines } from '../panes/streams/message-text.ts';
import { selectedMessage, shownMessages } from '../panes/streams/shown-messages.ts';
import { type StreamEntry, whyNotOffered } from '../panes/streams/stream-entry.ts';
import { selectedRow } from '../panes/visible-rows.ts';
import { say } from '../say.ts';

type Run = (desk: Desk) => void;

const selectedEntry = (desk: Desk): StreamEntry | null => selectedRow(desk, 'streams') as StreamEntry | null;

/** What the keys of the streams pane need to know of the selected row. */
export function selectedStream(desk: Desk): DeskFacts['stream'] {
  const entry = selectedEntry(desk);
  if (!entry) return null;
  const { streamId } = entry.stream;
  if (entry.kind === 'catalog')
    return {
      id: streamId,
      whyNotWatched: whyNotOffered(entry.stream),
      whyNotEnded: 'it is not taken: {stream.end} ends only what you watch',
    };
  const { desk: user, isWatched } = entry.stream;
  const hasFilters = catalogOf(desk, streamId)?.filters.length !== 0;
  return {
    id: streamId,
    whyNotWatched: hasFilters || !isWatched ? null : 'you watch this already',
    whyNotEnded: isWatched
      ? null
      : `the desk needs it: {stream.end} ends only what you watch (used by: ${literally(user || 'the desk')})`,
  };
}

const catalogOf = (desk: Desk, streamId: string): CatalogStream | undefined =>
  desk.streams.catalog().find((stream) => stream.streamId === streamId);

/** Enter on a row: the messages of a stream that is asked for, else the way to ask for it, or why there is none. */
export function openStream(desk: Desk): void {
  const entry = selectedEntry(desk);
  if (!entry) return;
  if (entry.kind === 'taken') return showMessages(desk, entry.key);
  if (whyNotOffered(entry.stream)) desk.ui.setState({ overlay: { kind: 'details', pane: 'streams', scroll: 0 } });
  else watchOrAsk(desk, entry.stream);
}

const showMessages = (desk: Desk, rowKey: string): void =>
  desk.ui.setState({
    overlay: { kind: 'messages', rowKey, isAll: false, selectedSeq: null, held: null, opened: null },
  });

/** A stream without filters has nothing to ask for. */
function watchOrAsk(desk: Desk, stream: CatalogStream): void {
  if (stream.filters.length > 0)
    return openForm(
      desk,
      watchForm(desk, stream, (filter) => watch(desk, stream, filter)),
    );
  const problem = watch(desk, stream, {});
  if (problem) say(desk, 'warn', problem);
}

/** Asks for the stream and selects its row. Returns why it can't be asked for, or null. */
function watch(desk: Desk, { streamId }: CatalogStream, filter: StreamFilterValues): string | null {
  const before = new Set(desk.streams.rows().map(({ key }) => key));
  const problem = desk.streams.watch(streamId, filter);
  if (problem) return problem;
  const added = desk.streams.rows().find(({ key }) => !before.has(key));
  if (added) desk.ui.setState(({ selected }) => ({ selected: { ...selected, streams: added.key } }));
  say(desk, 'ok', `${streamId} is watched: ${keyOf(desk.keymap, 'pane.details')} shows it raw`);
  return null;
}

/** What each command of the streams pane and of its messages does. */
export const streamRuns: Readonly<Record<string, Run>> = {
  'stream.watch': (desk) => {
    const entry = selectedEntry(desk);
    const stream = entry && catalogOf(desk, entry.stream.streamId);
    if (stream) watchOrAsk(desk, stream);
  },
  'stream.end': (desk) => {
    const entry = selectedEntry(desk);
    if (entry?.kind === 'taken') desk.streams.unwatch(entry.key);
  },
  'messages.open': (desk) =>
    patch(desk, (view) => {
      const messages = shownMessages(desk, view);
      const message = messages[selectedMessage(messages, view) ?? -1];
      return { opened: view.opened || !message ? null : { message, scroll: 0 } };
    }),
  'messages.pause': (desk) => patch(desk, (view) => ({ held: view.held ? null : shownMessages(desk, view) })),
  'messages.all': (desk) =>
    patch(desk, ({ isAll }) => ({ isAll: !isAll, selectedSeq: null, held: null, opened: null })),
  'messages.back': (desk) =>
    desk.ui.setState(({ overlay }) => ({
      overlay: overlay?.kind === 'messages' && overlay.opened ? { ...overlay, opened: null } : null,
    })),
  'messages.up': (desk) => move(desk, -1),
  'messages.down': (desk) => move(desk, 1),
  'messages.pageUp': (desk) => move(desk, -10),
  'messages.pageDown': (desk) => move(desk, 10),
  'messages.first': (desk) => move(desk, Number.NEGATIVE_INFINITY),
  'messages.last': (desk) => move(desk, Number.POSITIVE_INFINITY),
};

function patch(desk: Desk, change: (view: MessagesView) => Partial<MessagesView>): void {
  const { overlay } = desk.ui.getState();
  if (overlay?.kind === 'messages') desk.ui.setState({ overlay: { ...overlay, ...change(overlay) } });
}

/** Lines are counted at this width: the message is laid out anew for the one that the screen has. */
const countedWidth = 76;

function move(desk: Desk, step: number): void {
  patch(desk, (view) => {
    const { opened } = view;
    if (opened) {
      const last = messageLines(opened.message, countedWidth).length - 1;
      return { opened: { ...opened, scroll: between(opened.scroll + step, last) } };
    }
    const messages = shownMessages(desk, view);
    const index = between((selectedMessage(messages, view) ?? 0) + step, messages.length - 1);
    // The first row follows what comes; any other stays on its message.
    return { selectedSeq: index <= 0 ? null : (messages[index]?.seq ?? null) };
  });
}

const between = (value: number, last: number): number => Math.max(0, Math.min(last, value));
