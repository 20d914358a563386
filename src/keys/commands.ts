/** Where a key means something: a pane, everywhere on the desk, or inside an overlay. */
export type Scope =
  | 'desk'
  | 'positions'
  | 'orders'
  | 'balances'
  | 'tape'
  | 'streams'
  | 'messages'
  | 'activity'
  | 'question'
  | 'form'
  | 'confirm'
  | 'word'
  | 'bulk'
  | 'always'
  | 'overlay';

/** How the streams stand: what makes a command the first thing to offer. */
export interface StreamFacts {
  readonly connection: string;
  /** Channels that the service has refused. */
  readonly refusedChannels: number;
}

/** The few facts of the moment that decide whether a command can be used. */
export interface DeskFacts extends StreamFacts {
  readonly isTooSmall: boolean;
  readonly position: { readonly coin: string; readonly isIsolated: boolean } | null;
  readonly order: { readonly isOpen: boolean; readonly status: string } | null;
  /** The selected row of the streams pane, while it is focused. */
  readonly stream: {
    readonly id: string;
    /** Why it can't be asked for from here; null when it can. */
    readonly whyNotWatched: string | null;
    /** Why it can't be ended; null when it can. */
    readonly whyNotEnded: string | null;
  } | null;
  /** Why nothing can be said or asked of the selected row of the activity pane; null when its outcome is unknown. */
  readonly whyNoDoubt: string | null;
  readonly hasSelection: boolean;
  /** The focused pane takes the whole screen by nature. */
  readonly fillsScreen: boolean;
}

export interface Command {
  readonly id: string;
  /** A word or two, for the footer. */
  readonly title: string;
  /** A sentence, for the help. */
  readonly description: string;
  readonly scope: Scope;
  /** It ends in a form that can send something to the service. */
  readonly isTrade?: boolean;
  /** Place in the footer, most useful first; commands without one are in the help only. */
  readonly hint?: number;
  /** The reason why it can't be used now, in words; null when it can. */
  whyDisabled?(facts: DeskFacts): string | null;
  /** Whether it is the first thing to offer at this moment, before all other hints. */
  isUrgent?(facts: StreamFacts): boolean;
}

const needsRoom = (facts: DeskFacts): string | null =>
  facts.isTooSmall ? 'the terminal is too small to trade in: make it at least 60×16' : null;

const needsPosition = (facts: DeskFacts): string | null =>
  needsRoom(facts) ?? (facts.position ? null : 'no position is selected: focus the positions pane (1) and choose one');

const needsIsolated = (facts: DeskFacts): string | null =>
  needsPosition(facts) ??
  (facts.position?.isIsolated
    ? null
    : `${facts.position?.coin} is on cross margin: only isolated margin can be adjusted`);

const needsOpenOrder = (facts: DeskFacts): string | null =>
  needsRoom(facts) ??
  (!facts.order
    ? 'no trigger order is selected: focus the orders pane (2) and choose one'
    : facts.order.isOpen
      ? null
      : `this order is ${facts.order.status}: only an active one can be cancelled`);

const needsSelection = (facts: DeskFacts): string | null => (facts.hasSelection ? null : 'nothing is selected here');

/** Nothing to retry while a first attempt is under way, or when every channel was granted. */
const canRetry = ({ connection, refusedChannels }: StreamFacts): boolean =>
  connection === 'connected' ? refusedChannels > 0 : connection !== 'connecting';

const needsDrop = (facts: DeskFacts): string | null =>
  canRetry(facts)
    ? null
    : facts.connection === 'connecting'
      ? 'the stream is being connected: R is for after a failure'
      : 'the stream is connected, and no channel was refused';

/** THE table of what the desk can do. Keys, footer, help and docs/keybindings.md are read from it. */
export const commands: readonly Command[] = [
  {
    id: 'position.close',
    title: 'close',
    description: 'Close the selected position, whole or in part',
    scope: 'positions',
    isTrade: true,
    hint: 1,
    whyDisabled: needsPosition,
  },
  {
    id: 'position.margin',
    title: 'margin',
    description: 'Add or remove isolated margin of the selected position',
    scope: 'positions',
    isTrade: true,
    hint: 2,
    whyDisabled: needsIsolated,
  },
  {
    id: 'order.cancel',
    title: 'cancel',
    description: 'Cancel the selected trigger order',
    scope: 'orders',
    isTrade: true,
    hint: 1,
    whyDisabled: needsOpenOrder,
  },
  { id: 'tape.pause', title: 'pause', description: 'Hold the tape still, or let it go on', scope: 'tape', hint: 1 },
  {
    id: 'tape.size',
    title: 'size',
    description: 'Smallest swap shown: all, 100, 1K, 10K, 100K USD',
    scope: 'tape',
    hint: 2,
  },
  { id: 'tape.token', title: 'token', description: 'Next token on the tape, then all of them', scope: 'tape', hint: 3 },
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
  { id: 'stream.back', title: 'back', description: 'Back to the other panes', scope: 'streams', hint: 3 },
  {
    id: 'activity.done',
    title: 'done',
    description: 'Say that the selected unknown order was done; it asks once more',
    scope: 'activity',
    whyDisabled: ({ whyNoDoubt }) => whyNoDoubt,
  },
  {
    id: 'activity.notDone',
    title: 'not done',
    description: 'Say that it was not done; it asks once more',
    scope: 'activity',
    whyDisabled: ({ whyNoDoubt }) => whyNoDoubt,
  },
  {
    id: 'activity.look',
    title: 'look again',
    description: 'Look at the account again, now, for what became of it',
    scope: 'activity',
    whyDisabled: ({ whyNoDoubt }) => whyNoDoubt,
  },
  {
    id: 'activity.notices',
    title: 'notices',
    description: 'What the desk has said, whole, in the place of the orders; or the orders again',
    scope: 'activity',
    hint: 1,
  },
  { id: 'activity.back', title: 'back', description: 'Back to the other panes', scope: 'activity', hint: 2 },
  { id: 'question.yes', title: 'yes', description: 'Write the decision down', scope: 'question', hint: 1 },
  { id: 'question.no', title: 'no', description: 'Leave it open', scope: 'question', hint: 2 },
  {
    id: 'order.create',
    title: 'order',
    description: 'Create a trigger order',
    scope: 'desk',
    isTrade: true,
    hint: 10,
    whyDisabled: needsRoom,
  },
  {
    id: 'swap.create',
    title: 'swap',
    description: 'Swap one token for another, with a quote',
    scope: 'desk',
    isTrade: true,
    hint: 11,
    whyDisabled: needsRoom,
  },
  {
    id: 'bulk.flatten',
    title: 'flatten',
    description: 'Close all positions, cancel all orders: lists them, asks for a word',
    scope: 'desk',
    isTrade: true,
    hint: 13,
    whyDisabled: needsRoom,
  },
  {
    id: 'bulk.cancelAll',
    title: 'cancel all',
    description: 'Cancel all orders, positions stay: lists them, asks for a word',
    scope: 'desk',
    isTrade: true,
    hint: 14,
    whyDisabled: needsRoom,
  },
  {
    id: 'trading.mode',
    title: 'halt',
    description: 'Halt at once: nothing is sent. Again: reducing, active, or stay halted',
    scope: 'always',
    isTrade: true,
    hint: 12,
  },
  {
    id: 'trading.oneClick',
    title: 'one-click',
    description: 'Arm or disarm orders without a confirmation, up to a value',
    scope: 'desk',
    isTrade: true,
  },
  {
    id: 'pane.details',
    title: 'details',
    description: 'Everything known about the selected row',
    scope: 'desk',
    hint: 20,
    whyDisabled: needsSelection,
  },
  { id: 'pane.filter', title: 'filter', description: 'Show only rows that contain a text', scope: 'desk', hint: 21 },
  {
    id: 'pane.zoom',
    title: 'zoom',
    description: 'Give the focused pane the whole screen, or give it back',
    scope: 'desk',
    hint: 22,
    whyDisabled: (facts) => (facts.fillsScreen ? 'this pane has the whole screen already: Esc leads back' : null),
  },
  { id: 'desk.refresh', title: 'refresh', description: 'Read everything again, now', scope: 'desk', hint: 30 },
  {
    id: 'stream.retry',
    title: 'retry',
    description: 'Connect again now, or ask again for refused channels',
    scope: 'desk',
    whyDisabled: needsDrop,
    isUrgent: canRetry,
  },
  { id: 'desk.help', title: 'help', description: 'All keys', scope: 'desk', hint: 40 },
  {
    id: 'desk.quit',
    title: 'quit',
    description: 'Leave the desk; what is at the service stays there',
    scope: 'desk',
    hint: 41,
  },
  { id: 'focus.next', title: 'next pane', description: 'Focus the next pane', scope: 'desk' },
  { id: 'focus.previous', title: 'previous pane', description: 'Focus the previous pane', scope: 'desk' },
  { id: 'focus.positions', title: 'positions', description: 'Focus the positions pane', scope: 'desk' },
  { id: 'focus.orders', title: 'orders', description: 'Focus the trigger orders pane', scope: 'desk' },
  { id: 'focus.balances', title: 'balances', description: 'Focus the balances pane', scope: 'desk' },
  { id: 'focus.tape', title: 'tape', description: 'Focus the tape', scope: 'desk' },
  {
    id: 'focus.streams',
    title: 'streams',
    description: 'Show the streams: connection, channels, raw messages',
    scope: 'desk',
  },
  {
    id: 'focus.activity',
    title: 'activity',
    description: 'Show the activity: what was sent, what became of it, and what nobody knows yet',
    scope: 'desk',
  },
  { id: 'select.up', title: 'up', description: 'Select the row above', scope: 'desk' },
  { id: 'select.down', title: 'down', description: 'Select the row below', scope: 'desk' },
  { id: 'select.pageUp', title: 'page up', description: 'Ten rows up', scope: 'desk' },
  { id: 'select.pageDown', title: 'page down', description: 'Ten rows down', scope: 'desk' },
  { id: 'select.first', title: 'first', description: 'Select the first row', scope: 'desk' },
  { id: 'select.last', title: 'last', description: 'Select the last row', scope: 'desk' },
  {
    id: 'sort.previous',
    title: 'sort left',
    description: 'Sort by the column to the left; left of the first, the order of the service',
    scope: 'desk',
  },
  { id: 'sort.next', title: 'sort right', description: 'Sort by the column to the right', scope: 'desk' },
  { id: 'sort.reverse', title: 'reverse', description: 'Turn the sorting round', scope: 'desk' },
  { id: 'form.next', title: 'next field', description: 'Go to the next field or button', scope: 'form', hint: 2 },
  { id: 'form.previous', title: 'previous field', description: 'Go back to the field before', scope: 'form' },
  {
    id: 'form.accept',
    title: 'continue',
    description: 'Press the focused button; in a field, check the form and go on',
    scope: 'form',
    hint: 1,
  },
  {
    id: 'form.choiceUp',
    title: 'previous choice',
    description: 'Previous value of a field with choices or presets',
    scope: 'form',
  },
  {
    id: 'form.choiceDown',
    title: 'next choice',
    description: 'Next value of a field with choices or presets',
    scope: 'form',
    hint: 3,
  },
  {
    id: 'form.remedy',
    title: 'what helps',
    description: 'What helps against a refusal, where the form says that something does',
    scope: 'form',
  },
  {
    id: 'form.leave',
    title: 'leave',
    description: 'Leave the form; nothing is sent and nothing is kept',
    scope: 'form',
    hint: 4,
  },
  { id: 'confirm.switch', title: 'other button', description: 'Go to the other button', scope: 'confirm', hint: 2 },
  {
    id: 'confirm.press',
    title: 'press the button',
    description: 'Press the focused button',
    scope: 'confirm',
    hint: 1,
  },
  { id: 'confirm.send', title: 'send', description: 'Send what is shown, once', scope: 'confirm', hint: 3 },
  {
    id: 'word.send',
    title: 'send',
    description: 'Send what is shown, once, when the word stands there',
    scope: 'word',
    hint: 1,
  },
  { id: 'word.back', title: 'back', description: 'Back to the form; nothing is sent', scope: 'word', hint: 2 },
  { id: 'confirm.back', title: 'back', description: 'Back to the form; nothing is sent', scope: 'confirm', hint: 4 },
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
  { id: 'bulk.up', title: 'up', description: 'Steps further up', scope: 'bulk' },
  { id: 'bulk.down', title: 'down', description: 'Steps further down', scope: 'bulk', hint: 2 },
  {
    id: 'bulk.again',
    title: 'read again',
    description: 'After the end: read what is left, and ask for the word anew',
    scope: 'bulk',
    hint: 1,
  },
  {
    id: 'bulk.leave',
    title: 'leave',
    description: 'Leave it; what is under way goes on behind the desk',
    scope: 'bulk',
    hint: 3,
  },
  { id: 'overlay.up', title: 'up', description: 'Scroll up', scope: 'overlay' },
  { id: 'overlay.down', title: 'down', description: 'Scroll down', scope: 'overlay', hint: 1 },
  { id: 'overlay.close', title: 'close', description: 'Back to the desk', scope: 'overlay', hint: 2 },
];
