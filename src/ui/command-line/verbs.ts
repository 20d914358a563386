import type { CandleInterval } from '../../domain/candles.ts';
import type { PaneId } from '../workspaces/layout.ts';
import { perpVerbs } from './perp-verbs.ts';
import { spotVerbs } from './spot-verbs.ts';
import type { Verb } from './verb.ts';

/** A verb that runs one command of the key table, as its key would. */
const runs = (name: string, id: string, help: string): Verb => ({
  name,
  help,
  slots: [],
  examples: [name],
  intent: () => ({ kind: 'command', id }),
});

const orderVerbs: readonly Verb[] = [
  {
    name: 'cancel',
    help: 'Cancel a trigger order, or all orders; without an order, the selected one',
    slots: [{ id: 'order', kind: 'order', isOptional: true }],
    examples: ['cancel JUP', 'cancel all'],
    intent: ({ order }) => {
      if (order === undefined) return { kind: 'command', id: 'order.cancel' };
      return order.toLowerCase() === 'all' ? { kind: 'command', id: 'bulk.cancelAll' } : { kind: 'cancel', order };
    },
  },
  runs('flatten', 'bulk.flatten', 'Close all positions and cancel all orders: lists them, asks for a word'),
  {
    name: 'halt',
    help: 'Halt at once: nothing is sent any more, and nothing is asked',
    slots: [],
    examples: ['halt'],
    intent: () => ({ kind: 'mode', mode: 'halted' }),
  },
  {
    name: 'reduce',
    help: 'Send only what takes risk away',
    slots: [],
    examples: ['reduce'],
    intent: () => ({ kind: 'mode', mode: 'reducing' }),
  },
  {
    name: 'active',
    help: 'Send everything again; asks for a word',
    slots: [],
    examples: ['active'],
    intent: () => ({ kind: 'mode', mode: 'active' }),
  },
];

const screenVerbs: readonly Verb[] = [
  {
    name: 'wallet',
    help: 'Take a wallet in hand: forms begin with it, until the desk is left; without a name, the next one',
    slots: [{ id: 'name', kind: 'wallet', isOptional: true }],
    examples: ['wallet sniper', 'wallet main:solana', 'wallet'],
    intent: ({ name }) => (name === undefined ? { kind: 'command', id: 'wallet.next' } : { kind: 'wallet', name }),
  },
  {
    name: 'alert',
    help: 'Be called when a price is reached: of a perp coin, else of a token on Solana',
    slots: [
      { id: 'what', kind: 'priced' },
      { id: 'direction', kind: 'comparison' },
      { id: 'value', kind: 'value' },
    ],
    examples: ['alert SOL > 200', 'alert JUP < 0.35'],
    intent: ({ what = '', direction, value = '' }) => ({
      ...{ kind: 'alert', what, value, direction: direction === 'below' ? 'below' : 'above' },
    }),
  },
  {
    name: 'find',
    help: 'Find a token by symbol, name or address, on all chains: buy it, order it, put it on the tape',
    slots: [{ id: 'text', kind: 'text', isOptional: true }],
    examples: ['find bonk', 'find'],
    intent: ({ text = '' }) => ({ kind: 'find', text }),
  },
  {
    name: 'tape',
    help: 'Show the swaps of one token or of all, a new one after it was put on the tape; without a token, focus the tape',
    slots: [{ id: 'token', kind: 'tapeToken', isOptional: true }],
    examples: ['tape SOL', 'tape all', 'tape'],
    intent: ({ token }) => {
      if (token === undefined) return { kind: 'command', id: 'focus.tape' };
      return { kind: 'tape', token: token.toLowerCase() === 'all' ? null : token };
    },
  },
  {
    name: 'chart',
    help: 'Show the chart, with candles of an interval',
    slots: [{ id: 'interval', kind: 'interval', isOptional: true }],
    examples: ['chart 5m', 'chart'],
    intent: ({ interval }) => ({ kind: 'chart', interval: (interval ?? null) as CandleInterval | null }),
  },
  {
    name: 'zoom',
    help: 'Give a pane the whole screen; without a pane, the focused one, or give it back',
    slots: [{ id: 'pane', kind: 'pane', isOptional: true }],
    examples: ['zoom positions', 'zoom'],
    intent: ({ pane }) =>
      pane === undefined ? { kind: 'command', id: 'pane.zoom' } : { kind: 'zoom', pane: pane as PaneId },
  },
  {
    name: 'sort',
    help: 'Sort a pane by a column, the largest first; up turns it round, off ends it',
    slots: [
      { id: 'pane', kind: 'pane', isOptional: true },
      { id: 'column', kind: 'column' },
      { id: 'turn', kind: 'turn', isOptional: true },
    ],
    examples: ['sort positions pnl', 'sort positions coin up', 'sort orders off'],
    intent: ({ pane, column = '', turn }) => ({
      kind: 'sort',
      pane: (pane ?? null) as PaneId | null,
      column: column === 'off' ? null : column,
      descending: turn !== 'up',
    }),
  },
  {
    name: 'filter',
    help: 'Show only rows of the focused pane that contain a text; without one, the line for typing it',
    slots: [{ id: 'text', kind: 'text', isOptional: true }],
    examples: ['filter sniper', 'filter'],
    intent: ({ text }) => (text === undefined ? { kind: 'command', id: 'pane.filter' } : { kind: 'filter', text }),
  },
];

/** THE table of what can be typed at `:`. Parser, completion, help and docs/commands.md are read from it. */
export const verbs: readonly Verb[] = [
  ...perpVerbs,
  ...spotVerbs,
  ...orderVerbs,
  ...screenVerbs,
  runs('swap', 'swap.create', 'Open an empty swap form'),
  runs('order', 'order.create', 'Open an empty trigger order form'),
  runs('one-click', 'trading.oneClick', 'Arm or disarm orders without a confirmation, up to a value'),
  runs('positions', 'focus.positions', 'Focus the positions pane'),
  runs('orders', 'focus.orders', 'Focus the trigger orders pane'),
  runs('balances', 'focus.balances', 'Focus the balances pane'),
  runs('streams', 'focus.streams', 'Show the streams'),
  runs('activity', 'focus.activity', 'Show what was sent and what became of it'),
  runs('book', 'focus.book', 'Show the order book of a perp market'),
  runs('notices', 'focus.notices', 'Show what the desk has said'),
  runs('account', 'focus.account', 'Show wallets, groups, settings, suggestions and agents'),
  runs('key', 'focus.key', 'Show whose key it is, what it may do, and what of its limits is used'),
  runs('portfolio', 'focus.portfolio', 'Show the value of the portfolio over time, and its profit'),
  runs('holdings', 'focus.holdings', 'Show the spot positions with what they cost'),
  runs('signals', 'focus.signals', 'Show the signals: calls, copied trades, new tokens'),
  runs('context', 'focus.context', 'Show who else called the token of the selected signal'),
  runs('sources', 'focus.sources', 'Show where calls come from'),
  runs('theme', 'desk.theme', 'Next theme, until the desk is left'),
  runs('columns', 'table.columns', 'Choose the columns of the focused table'),
  runs('copy', 'table.copy', 'Copy a value of the selected row'),
  runs('export', 'table.export', 'Write the focused table to a file'),
  runs('refresh', 'desk.refresh', 'Read everything again, now'),
  runs('retry', 'stream.retry', 'Connect the streams again now'),
  runs('palette', 'desk.palette', 'Find any command by words'),
  runs('tour', 'desk.tour', 'Be shown round the desk, in five steps'),
  runs('help', 'desk.help', 'All keys'),
  runs('quit', 'desk.quit', 'Leave the desk; what is at the service stays there'),
];
