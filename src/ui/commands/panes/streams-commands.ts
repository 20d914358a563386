import { clamp } from '../../../domain/numbers/clamp.ts';
import type { CatalogStream, StreamFilterValues } from '../../../stores/streams.ts';
import type { Desk } from '../../desk/desk.ts';
import type { MessagesView } from '../../desk/desk-ui.ts';
import { notify } from '../../desk/notify.ts';
import { openForm } from '../../forms/open-form.ts';
import { watchForm } from '../../forms/watch/watch-form.ts';
import { keyOf } from '../../keys/keymap.ts';
import { literally } from '../../keys/literally.ts';
import { closeOverlay, openOverlay, patchOverlay } from '../../overlays/open-overlay.ts';
import { selectedRow } from '../../panes/pane-rows.ts';
import { messageLines } from '../../panes/streams/message-text.ts';
import { selectedMessage, shownMessages } from '../../panes/streams/shown-messages.ts';
import { type StreamEntry, whyNotOffered } from '../../panes/streams/stream-entry.ts';
import { commandTable } from '../command-table.ts';

const selectedEntry = (desk: Desk): StreamEntry | null => selectedRow(desk, 'streams');

const noStream = 'no stream is selected';

function whyNotWatched(desk: Desk): string | null {
  const entry = focusedEntry(desk);
  if (!entry) return noStream;
  if (entry.kind === 'catalog') return whyNotOffered(entry.stream);
  const hasFilters = catalogOf(desk, entry.stream.streamId)?.filters.length !== 0;
  return hasFilters || !entry.stream.isWatched ? null : 'you already watch this stream';
}

function whyNotEnded(desk: Desk): string | null {
  const entry = focusedEntry(desk);
  if (!entry) return noStream;
  if (entry.kind === 'catalog') return 'you do not watch this stream';
  if (entry.stream.isWatched) return null;
  const user = literally(entry.stream.desk || 'the desk');
  return `the desk itself uses this stream (${user}): {stream.end} ends only streams that you watch`;
}

const focusedEntry = (desk: Desk): StreamEntry | null =>
  desk.ui.getState().focus === 'streams' ? selectedEntry(desk) : null;

const catalogOf = (desk: Desk, streamId: string): CatalogStream | undefined =>
  desk.streams.getState().catalog.find((stream) => stream.streamId === streamId);

/** Enter on a row: shows the messages of a subscribed stream, else subscribes to it, or shows why that is not possible. */
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

/** Watches a stream without filters at once, else opens the form for them. */
function watchOrAsk(desk: Desk, stream: CatalogStream): void {
  if (stream.filters.length > 0)
    return openForm(
      desk,
      watchForm(desk, stream, (filter) => watch(desk, stream, filter)),
    );
  const problem = watch(desk, stream, {});
  if (problem) notify(desk, 'warn', problem);
}

/** Watches the stream and selects its row. Returns the problem, or null. */
function watch(desk: Desk, { streamId }: CatalogStream, filter: StreamFilterValues): string | null {
  const before = new Set(desk.streams.rows().map(({ key }) => key));
  const problem = desk.streams.watch(streamId, filter);
  if (problem) return problem;
  const added = desk.streams.rows().find(({ key }) => !before.has(key));
  if (added) desk.ui.setState(({ selected }) => ({ selected: { ...selected, streams: added.key } }));
  notify(desk, 'ok', `watching ${streamId}: ${keyOf(desk.keymap, 'pane.details')} shows its raw messages`);
  return null;
}

/** Commands of the streams pane and of its messages. */
export const streamCommands = commandTable({
  'stream.watch': {
    title: 'watch',
    description: 'Watch the selected stream; a form asks for its filters',
    scope: 'streams',
    hint: 1,
    whyDisabled: whyNotWatched,
    keys: ['a'],
    run: (desk) => {
      const entry = selectedEntry(desk);
      const stream = entry && catalogOf(desk, entry.stream.streamId);
      if (stream) watchOrAsk(desk, stream);
    },
  },
  'stream.end': {
    title: 'unwatch',
    description: 'Stop watching the selected stream',
    scope: 'streams',
    hint: 2,
    whyDisabled: whyNotEnded,
    keys: ['x'],
    run: (desk) => {
      const entry = selectedEntry(desk);
      if (entry?.kind === 'taken') desk.streams.unwatch(entry.key);
    },
  },
  'messages.open': {
    title: 'expand',
    description: 'Show the whole selected message with its JSON formatted',
    scope: 'messages',
    hint: 1,
    keys: ['Enter'],
    run: (desk) =>
      patch(desk, (view) => {
        const messages = shownMessages(desk, view);
        const message = messages[selectedMessage(messages, view) ?? -1];
        return { opened: view.opened || !message ? null : { message, scroll: 0 } };
      }),
  },
  'messages.pause': {
    title: 'pause',
    description: 'Pause or resume the messages',
    scope: 'messages',
    hint: 2,
    keys: ['p', 'Space'],
    run: (desk) => patch(desk, (view) => ({ held: view.held ? null : shownMessages(desk, view) })),
  },
  'messages.all': {
    title: 'all channels',
    description: 'Show the messages of all channels, with handshakes and pongs, or of this one',
    scope: 'messages',
    hint: 3,
    keys: ['a'],
    run: (desk) => patch(desk, ({ isAll }) => ({ isAll: !isAll, selectedSeq: null, held: null, opened: null })),
  },
  'messages.up': {
    title: 'up',
    description: 'Select the newer message, or scroll the expanded one up',
    scope: 'messages',
    keys: ['Up', 'k'],
    run: (desk) => move(desk, -1),
  },
  'messages.down': {
    title: 'down',
    description: 'Select the older message, or scroll the expanded one down',
    scope: 'messages',
    keys: ['Down', 'j'],
    run: (desk) => move(desk, 1),
  },
  'messages.pageUp': {
    title: 'page up',
    description: 'Move ten messages or lines up',
    scope: 'messages',
    keys: ['PageUp', 'C-u'],
    run: (desk) => move(desk, -10),
  },
  'messages.pageDown': {
    title: 'page down',
    description: 'Move ten messages or lines down',
    scope: 'messages',
    keys: ['PageDown', 'C-d'],
    run: (desk) => move(desk, 10),
  },
  'messages.first': {
    title: 'newest',
    description: 'Go to the newest message, or to the first line',
    scope: 'messages',
    keys: ['Home', 'g'],
    run: (desk) => move(desk, Number.NEGATIVE_INFINITY),
  },
  'messages.last': {
    title: 'oldest',
    description: 'Go to the oldest message kept, or to the last line',
    scope: 'messages',
    keys: ['End', 'G'],
    run: (desk) => move(desk, Number.POSITIVE_INFINITY),
  },
  'messages.back': {
    title: 'back',
    description: 'Back to the list, then to the streams pane',
    scope: 'messages',
    hint: 4,
    keys: ['Esc', 'q', 'C-c'],
    run: (desk) => (openOverlay(desk, 'messages')?.opened ? patch(desk, () => ({ opened: null })) : closeOverlay(desk)),
  },
});

const patch = (desk: Desk, change: (view: MessagesView) => Partial<MessagesView>): void =>
  patchOverlay(desk, 'messages', change);

/** Width at which lines are counted for scrolling; the message is drawn at the width of the screen. */
const countedWidth = 76;

function move(desk: Desk, step: number): void {
  patch(desk, (view) => {
    const { opened } = view;
    if (opened) {
      const last = messageLines(opened.message, countedWidth).length - 1;
      return { opened: { ...opened, scroll: clamp(opened.scroll + step, 0, last) } };
    }
    const messages = shownMessages(desk, view);
    const index = clamp((selectedMessage(messages, view) ?? 0) + step, 0, messages.length - 1);
    // The first row follows the newest message; any other selection stays on its message.
    return { selectedSeq: index <= 0 ? null : (messages[index]?.seq ?? null) };
  });
}
