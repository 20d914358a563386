/** Where a key means something: a pane, everywhere on the desk, or inside an overlay. */
export type Scope =
  | 'desk'
  | 'positions'
  | 'orders'
  | 'balances'
  | 'tape'
  | 'chart'
  | 'streams'
  | 'messages'
  | 'activity'
  | 'account'
  | 'question'
  | 'perpOrders'
  | 'portfolio'
  | 'signals'
  | 'form'
  | 'confirm'
  | 'word'
  | 'bulk'
  | 'quick'
  | 'prompt'
  | 'palette'
  | 'columns'
  | 'pick'
  | 'always'
  | 'overlay';

/** How the streams stand: what makes a command the first thing to offer. */
export interface StreamFacts {
  readonly connection: string;
  /** Channels that the service has refused. */
  readonly refusedChannels: number;
}

export type AccountCommand = 'new' | 'edit' | 'add' | 'takeOut' | 'order' | 'delete' | 'multisend';

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
  /** The selected row of the perp orders pane, while it is focused. */
  readonly perpOrder: { readonly isReadable: boolean; readonly isTrigger: boolean } | null;
  /** A perp order was sent, and can be filled in again. */
  readonly hasLastPerpOrder: boolean;
  /** Why each command of the account pane can't be used on what it shows; null where it can. None while it is not focused. */
  readonly account: Readonly<Record<AccountCommand, string | null>> | null;
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
  /** The reason why it can't be used now, in words, a key in it as `{focus.orders}` (see `withKeys`); null when it can. */
  whyDisabled?(facts: DeskFacts): string | null;
  /** Whether it is the first thing to offer at this moment, before all other hints. */
  isUrgent?(facts: StreamFacts): boolean;
}

const needsRoom = (facts: DeskFacts): string | null =>
  facts.isTooSmall ? 'the terminal is too small to trade in: make it at least 60×16' : null;

const needsPosition = (facts: DeskFacts): string | null =>
  needsRoom(facts) ??
  (facts.position ? null : 'no position is selected: focus the positions pane ({focus.positions}) and choose one');

const needsIsolated = (facts: DeskFacts): string | null =>
  needsPosition(facts) ??
  (facts.position?.isIsolated
    ? null
    : `${facts.position?.coin} is on cross margin: only isolated margin can be adjusted`);

const needsOpenOrder = (facts: DeskFacts): string | null =>
  needsRoom(facts) ??
  (!facts.order
    ? 'no trigger order is selected: focus the orders pane ({focus.orders}) and choose one'
    : facts.order.isOpen
      ? null
      : `this order is ${facts.order.status}: only an active one can be cancelled`);

const needsPerpOrder = (facts: DeskFacts): string | null =>
  needsRoom(facts) ??
  (!facts.perpOrder
    ? 'no perp order is selected: n places one'
    : facts.perpOrder.isReadable
      ? null
      : 'this order cannot be read, so nothing can be done to it here');

const needsLimitOrder = (facts: DeskFacts): string | null =>
  needsPerpOrder(facts) ??
  (facts.perpOrder?.isTrigger ? 'a take profit or stop cannot be changed: cancel it (x) and place another' : null);

const needsSelection = (facts: DeskFacts): string | null => (facts.hasSelection ? null : 'nothing is selected here');

/** Nothing to retry while a first attempt is under way, or when every channel was granted. */
const canRetry = ({ connection, refusedChannels }: StreamFacts): boolean =>
  connection === 'connected' ? refusedChannels > 0 : connection !== 'connecting';

const needsDrop = (facts: DeskFacts): string | null =>
  canRetry(facts)
    ? null
    : facts.connection === 'connecting'
      ? 'the stream is being connected: {stream.retry} is for after a failure'
      : 'the stream is connected, and no channel was refused';

const inAccount =
  (command: AccountCommand) =>
  (facts: DeskFacts): string | null =>
    needsRoom(facts) ?? (facts.account ? facts.account[command] : 'focus the account pane ({focus.account}) first');

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
    id: 'quick.open',
    title: 'quick',
    description: 'Quick trades of the selected position: a letter each, with a word on it',
    scope: 'positions',
    isTrade: true,
    hint: 3,
    whyDisabled: needsPosition,
  },
  {
    id: 'position.order',
    title: 'new order',
    description: 'New perp order, with the coin of the selected position',
    scope: 'positions',
    isTrade: true,
    whyDisabled: needsRoom,
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
    id: 'chart.next',
    title: 'interval',
    description: 'Longer candles: 1 s to 1 d, then 1 s again',
    scope: 'chart',
    hint: 1,
  },
  { id: 'chart.previous', title: 'shorter', description: 'Shorter candles', scope: 'chart' },
  { id: 'chart.line', title: 'line', description: 'Closing prices as a line, or candles', scope: 'chart', hint: 2 },
  {
    id: 'chart.crosshair',
    title: 'crosshair',
    description: 'Crosshair on the newest candle, or away; ← → move it',
    scope: 'chart',
    hint: 3,
  },
  { id: 'chart.token', title: 'token', description: 'Next token, on the tape too', scope: 'chart', hint: 4 },
  {
    id: 'chart.back',
    title: 'back',
    description: 'Take the crosshair away; then back to the other panes',
    scope: 'chart',
    hint: 5,
  },
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
  { id: 'account.next', title: 'section', description: 'The next section of the account', scope: 'account', hint: 1 },
  { id: 'account.previous', title: 'section back', description: 'The section before', scope: 'account' },
  {
    id: 'account.new',
    title: 'new',
    description: 'Create a wallet group, suggest a trade, or give an agent a task, by section',
    scope: 'account',
    isTrade: true,
    hint: 2,
    whyDisabled: inAccount('new'),
  },
  {
    id: 'account.edit',
    title: 'edit',
    description: 'Rename the selected group, or edit the selected settings',
    scope: 'account',
    isTrade: true,
    hint: 3,
    whyDisabled: inAccount('edit'),
  },
  {
    id: 'account.add',
    title: 'add',
    description: 'Add wallets to the selected group',
    scope: 'account',
    isTrade: true,
    hint: 5,
    whyDisabled: inAccount('add'),
  },
  {
    id: 'account.takeOut',
    title: 'take out',
    description: 'Take wallets out of the selected group',
    scope: 'account',
    isTrade: true,
    hint: 6,
    whyDisabled: inAccount('takeOut'),
  },
  {
    id: 'account.order',
    title: 'reorder',
    description: 'Put the wallets of the selected group in another order',
    scope: 'account',
    isTrade: true,
    hint: 7,
    whyDisabled: inAccount('order'),
  },
  {
    id: 'account.delete',
    title: 'delete',
    description: 'Delete the selected group; its wallets stay',
    scope: 'account',
    isTrade: true,
    hint: 8,
    whyDisabled: inAccount('delete'),
  },
  {
    id: 'account.multisend',
    title: 'multisend',
    description: 'Enable multisend for the selected Solana wallet, which trigger orders need',
    scope: 'account',
    isTrade: true,
    hint: 9,
    whyDisabled: inAccount('multisend'),
  },
  { id: 'account.back', title: 'back', description: 'Back to the other panes', scope: 'account', hint: 4 },
  { id: 'question.yes', title: 'yes', description: 'Write the decision down', scope: 'question', hint: 1 },
  { id: 'question.no', title: 'no', description: 'Leave it open', scope: 'question', hint: 2 },
  {
    id: 'perpOrder.create',
    title: 'new order',
    description: 'New perp order, with the coin of the selected one',
    scope: 'perpOrders',
    isTrade: true,
    hint: 1,
    whyDisabled: needsRoom,
  },
  {
    id: 'perpOrder.cancel',
    title: 'cancel',
    description: 'Cancel the selected perp order',
    scope: 'perpOrders',
    isTrade: true,
    hint: 2,
    whyDisabled: needsPerpOrder,
  },
  {
    id: 'perpOrder.modify',
    title: 'change',
    description: 'Change the price and size of the selected perp order',
    scope: 'perpOrders',
    isTrade: true,
    hint: 3,
    whyDisabled: needsLimitOrder,
  },
  { id: 'perpOrder.back', title: 'back', description: 'Back to the other panes', scope: 'perpOrders', hint: 4 },
  {
    id: 'portfolio.timeframe',
    title: 'timeframe',
    description: 'Next timeframe of profit and loss: 1d, 7d, 30d, lifetime',
    scope: 'portfolio',
    hint: 1,
  },
  {
    id: 'portfolio.table',
    title: 'positions/trades',
    description: 'Go to the other table: positions with what they cost, or trades',
    scope: 'portfolio',
    hint: 2,
  },
  { id: 'portfolio.back', title: 'back', description: 'Back to the other panes', scope: 'portfolio', hint: 3 },
  {
    id: 'signals.kind',
    title: 'kind',
    description: 'Only calls, trades, creations, graduations; then all again',
    scope: 'signals',
    hint: 1,
  },
  {
    id: 'signals.pause',
    title: 'pause',
    description: 'Hold the signals still, or let them go on',
    scope: 'signals',
    hint: 2,
  },
  {
    id: 'signals.keep',
    title: 'stay on',
    description: 'Keep listening while another pane is focused, or only here',
    scope: 'signals',
    hint: 3,
  },
  { id: 'signals.back', title: 'back', description: 'Back to the other panes', scope: 'signals', hint: 4 },
  {
    id: 'order.create',
    title: 'order',
    description: 'Create a trigger order; in the signals pane, for the selected token',
    scope: 'desk',
    isTrade: true,
    hint: 10,
    whyDisabled: needsRoom,
  },
  {
    id: 'swap.create',
    title: 'swap',
    description: 'Swap one token for another, with a quote; in the signals pane, into its token',
    scope: 'desk',
    isTrade: true,
    hint: 11,
    whyDisabled: needsRoom,
  },
  {
    id: 'perp.create',
    title: 'perp order',
    description: 'New perp order: limit or market, with take profit and stop',
    scope: 'desk',
    isTrade: true,
    hint: 11,
    whyDisabled: needsRoom,
  },
  {
    id: 'perp.leverage',
    title: 'leverage',
    description: 'Set the leverage of a perp market, and its margin mode',
    scope: 'desk',
    isTrade: true,
    whyDisabled: needsRoom,
  },
  {
    id: 'perp.repeat',
    title: 'again',
    description: 'The last perp order form with the same values; it sends nothing by itself',
    scope: 'desk',
    isTrade: true,
    whyDisabled: (facts) =>
      needsRoom(facts) ??
      (facts.hasLastPerpOrder ? null : 'no perp order was sent from this desk yet: N opens the form'),
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
    id: 'alert.price',
    title: 'alerts',
    description: 'Set a price alert, or see and remove those that are set',
    scope: 'desk',
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
  {
    id: 'desk.command',
    title: 'command',
    description: 'Type a command, such as close BTC 50%; Tab completes it',
    scope: 'desk',
    hint: 23,
  },
  {
    id: 'desk.palette',
    title: 'palette',
    description: 'Find any command by words, with its key, and run it',
    scope: 'desk',
    hint: 24,
  },
  {
    id: 'table.columns',
    title: 'columns',
    description: 'Choose the columns of the focused table and their order',
    scope: 'desk',
    hint: 25,
  },
  {
    id: 'table.copy',
    title: 'copy',
    description: 'Copy a value of the selected row: an address, an order id, a request id',
    scope: 'desk',
    hint: 26,
    whyDisabled: needsSelection,
  },
  {
    id: 'table.export',
    title: 'export',
    description: 'Write the focused table to a file, as filtered and sorted, with exact values',
    scope: 'desk',
    hint: 27,
  },
  {
    id: 'desk.theme',
    title: 'theme',
    description: 'Next theme, until the desk is left: dark, light, high contrast, colour-blind, none',
    scope: 'desk',
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
  {
    id: 'focus.perpOrders',
    title: 'perp orders',
    description: 'Show the open perp orders, and the perp trades of the last day',
    scope: 'desk',
  },
  {
    id: 'focus.portfolio',
    title: 'portfolio',
    description: 'Show the portfolio: value, profit, holdings, trades',
    scope: 'desk',
  },
  { id: 'focus.chart', title: 'chart', description: 'Focus the chart', scope: 'desk' },
  {
    id: 'focus.signals',
    title: 'signals',
    description: 'Show the signals: calls, copied trades, new tokens, and who called them',
    scope: 'desk',
  },
  {
    id: 'focus.account',
    title: 'account',
    description: 'Show the account: wallets, groups, settings, the key and its use, suggestions, agents',
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
    description: 'Sort by the column to the left, or as the service does; chart: the candle before',
    scope: 'desk',
  },
  {
    id: 'sort.next',
    title: 'sort right',
    description: 'Sort by the column to the right; chart: the candle after',
    scope: 'desk',
  },
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
  {
    id: 'quick.close25',
    title: '25 %',
    description: 'Close 25 % of the position at the market',
    scope: 'quick',
    isTrade: true,
    hint: 1,
  },
  {
    id: 'quick.close50',
    title: '50 %',
    description: 'Close 50 % of it',
    scope: 'quick',
    isTrade: true,
    hint: 2,
  },
  {
    id: 'quick.close75',
    title: '75 %',
    description: 'Close 75 % of it',
    scope: 'quick',
    isTrade: true,
    hint: 3,
  },
  { id: 'quick.close100', title: 'all', description: 'Close all of it', scope: 'quick', isTrade: true, hint: 4 },
  {
    id: 'quick.breakEven',
    title: 'break-even',
    description: 'A stop for the whole position at its entry, carried by the smallest order',
    scope: 'quick',
    isTrade: true,
    hint: 5,
  },
  {
    id: 'quick.reverse',
    title: 'reverse',
    description: 'A market order of twice the size, the other way',
    scope: 'quick',
    isTrade: true,
    hint: 6,
  },
  {
    id: 'quick.double',
    title: 'double',
    description: 'A market order of the same size, the same way',
    scope: 'quick',
    isTrade: true,
    hint: 7,
  },
  {
    id: 'quick.margin',
    title: 'margin',
    description: 'The margin form of the position',
    scope: 'quick',
    isTrade: true,
    hint: 8,
  },
  {
    id: 'quick.close',
    title: 'leave',
    description: 'Leave the quick trades; nothing is sent',
    scope: 'quick',
    hint: 9,
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
  {
    id: 'prompt.run',
    title: 'run',
    description: 'Run what is typed; what can send something opens its form first',
    scope: 'prompt',
    hint: 1,
  },
  {
    id: 'prompt.complete',
    title: 'complete',
    description: 'Complete the word; again, the next candidate',
    scope: 'prompt',
    hint: 2,
  },
  { id: 'prompt.completeBack', title: 'back', description: 'The candidate before', scope: 'prompt' },
  { id: 'prompt.older', title: 'history', description: 'The command typed before', scope: 'prompt', hint: 3 },
  { id: 'prompt.newer', title: 'newer', description: 'The command typed after it', scope: 'prompt' },
  { id: 'prompt.leave', title: 'leave', description: 'Leave the prompt; nothing is run', scope: 'prompt', hint: 4 },
  {
    id: 'palette.run',
    title: 'run',
    description: 'Run the selected command, as its key would',
    scope: 'palette',
    hint: 1,
  },
  { id: 'palette.up', title: 'up', description: 'The command above', scope: 'palette' },
  { id: 'palette.down', title: 'down', description: 'The command below', scope: 'palette', hint: 2 },
  { id: 'palette.pageUp', title: 'page up', description: 'Ten commands up', scope: 'palette' },
  { id: 'palette.pageDown', title: 'page down', description: 'Ten commands down', scope: 'palette' },
  { id: 'palette.leave', title: 'leave', description: 'Leave the palette; nothing is run', scope: 'palette', hint: 3 },
  { id: 'columns.up', title: 'up', description: 'The column above', scope: 'columns' },
  { id: 'columns.down', title: 'down', description: 'The column below', scope: 'columns', hint: 4 },
  {
    id: 'columns.toggle',
    title: 'show or hide',
    description: 'Show the column, or hide it; one always stays',
    scope: 'columns',
    hint: 1,
  },
  {
    id: 'columns.left',
    title: 'left',
    description: 'Move the column to the left',
    scope: 'columns',
    hint: 2,
  },
  {
    id: 'columns.right',
    title: 'right',
    description: 'Move the column to the right',
    scope: 'columns',
    hint: 3,
  },
  { id: 'columns.reset', title: 'as it was', description: 'All columns as they come', scope: 'columns', hint: 5 },
  {
    id: 'columns.close',
    title: 'close',
    description: 'Keep the choice and go back',
    scope: 'columns',
    hint: 6,
  },
  { id: 'pick.up', title: 'up', description: 'The line above', scope: 'pick' },
  { id: 'pick.down', title: 'down', description: 'The line below', scope: 'pick', hint: 2 },
  {
    id: 'pick.take',
    title: 'take it',
    description: 'Copy the selected value, or write the file',
    scope: 'pick',
    hint: 1,
  },
  {
    id: 'pick.close',
    title: 'leave',
    description: 'Leave; nothing is copied or written',
    scope: 'pick',
    hint: 3,
  },
  { id: 'overlay.up', title: 'up', description: 'Scroll up', scope: 'overlay' },
  { id: 'overlay.down', title: 'down', description: 'Scroll down', scope: 'overlay', hint: 1 },
  { id: 'overlay.close', title: 'close', description: 'Back to the desk', scope: 'overlay', hint: 2 },
];
