import type { Command } from '../command.ts';

/** On a stream, and in its messages. */
export const streamsCommands: readonly Command[] = [
  {
    id: 'stream.watch',
    title: 'watch',
    description: 'Watch the selected stream; a form asks for its filters',
    scope: 'streams',
    hint: 1,
    whyDisabled: ({ stream }) => (stream ? stream.whyNotWatched : 'no stream is selected'),
  },
  {
    id: 'stream.end',
    title: 'end',
    description: 'End the selected stream, if you watch it yourself',
    scope: 'streams',
    hint: 2,
    whyDisabled: ({ stream }) => (stream ? stream.whyNotEnded : 'no stream is selected'),
  },
  {
    id: 'messages.open',
    title: 'whole',
    description: 'Show the selected message whole, its JSON laid out',
    scope: 'messages',
    hint: 1,
  },
  {
    id: 'messages.pause',
    title: 'pause',
    description: 'Hold the messages still, or let them go on',
    scope: 'messages',
    hint: 2,
  },
  {
    id: 'messages.all',
    title: 'all channels',
    description: 'All messages, handshakes and pongs too; or of this one',
    scope: 'messages',
    hint: 3,
  },
  { id: 'messages.up', title: 'up', description: 'Newer message, or up in the one shown', scope: 'messages' },
  { id: 'messages.down', title: 'down', description: 'Older message, or down in the one shown', scope: 'messages' },
  { id: 'messages.pageUp', title: 'page up', description: 'Ten messages or lines up', scope: 'messages' },
  { id: 'messages.pageDown', title: 'page down', description: 'Ten messages or lines down', scope: 'messages' },
  { id: 'messages.first', title: 'newest', description: 'The newest message, or the first line', scope: 'messages' },
  { id: 'messages.last', title: 'oldest', description: 'The oldest message kept, or the last line', scope: 'messages' },
  {
    id: 'messages.back',
    title: 'back',
    description: 'Back to the list, then to the streams',
    scope: 'messages',
    hint: 4,
  },
];
