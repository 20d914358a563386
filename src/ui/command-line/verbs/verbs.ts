import type { CandleInterval } from '../../../domain/market/candles.ts';
import { type PaneId, paneIds } from '../../panes/pane-ids.ts';
import { panes } from '../../panes/panes.ts';
import { paneWord } from './arg-kinds.ts';
import { perpVerbs } from './perp-verbs.ts';
import { planVerbs } from './plan-verbs.ts';
import { spotVerbs } from './spot-verbs.ts';
import type { Verb } from './verb.ts';

/** A verb that runs one command of the command table, as its key does. */
const runs = (name: string, id: CommandId, help: string): Verb => ({
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
  runs('flatten', 'bulk.flatten', 'Close all positions and cancel all orders: lists them and asks for a word'),
  {
    name: 'halt',
    help: 'Halt trading immediately, without confirmation: nothing is sent',
    slots: [],
    examples: ['halt'],
    intent: () => ({ kind: 'mode', mode: 'halted' }),
  },
  {
    name: 'reduce',
    help: 'Send only operations that reduce risk',
    slots: [],
    examples: ['reduce'],
    intent: () => ({ kind: 'mode', mode: 'reducing' }),
  },
  {
    name: 'active',
    help: 'Resume sending all operations; asks for a word',
    slots: [],
    examples: ['active'],
    intent: () => ({ kind: 'mode', mode: 'active' }),
  },
];

const screenVerbs: readonly Verb[] = [
  {
    name: 'wallet',
    help: 'Switch the active wallet, the default in forms, until the desk quits; without a name, to the next one',
    slots: [{ id: 'name', kind: 'wallet', isOptional: true }],
    examples: ['wallet sniper', 'wallet main:solana', 'wallet'],
    intent: ({ name }) => (name === undefined ? { kind: 'command', id: 'wallet.next' } : { kind: 'wallet', name }),
  },
  {
    name: 'alert',
    help: 'Alert when a price is reached, of a perp coin or else a token on Solana',
    slots: [
      { id: 'what', kind: 'priced' },
      { id: 'direction', kind: 'comparison' },
      { id: 'value', kind: 'value' },
    ],
    examples: ['alert SOL > 200', 'alert JUP < 0.35'],
    intent: ({ what = '', direction, value = '' }) => ({
      kind: 'alert',
      what,
      value,
      direction: direction === 'below' ? 'below' : 'above',
    }),
  },
  {
    name: 'find',
    help: 'Find a token by symbol, name or address on all chains, to buy it, place a trigger order or show it on the tape',
    slots: [{ id: 'text', kind: 'text', isOptional: true }],
    examples: ['find bonk', 'find'],
    intent: ({ text = '' }) => ({ kind: 'find', text }),
  },
  {
    name: 'tape',
    help: 'Show the swaps of one token or all; adds a new token to the tape; without a token, focuses the tape',
    slots: [{ id: 'token', kind: 'tapeToken', isOptional: true }],
    examples: ['tape SOL', 'tape all', 'tape'],
    intent: ({ token }) => {
      if (token === undefined) return { kind: 'command', id: 'focus.tape' };
      return { kind: 'tape', token: token.toLowerCase() === 'all' ? null : token };
    },
  },
  {
    name: 'chart',
    help: 'Show the chart with a candle interval',
    slots: [{ id: 'interval', kind: 'interval', isOptional: true }],
    examples: ['chart 5m', 'chart'],
    intent: ({ interval }) => ({ kind: 'chart', interval: (interval ?? null) as CandleInterval | null }),
  },
  {
    name: 'zoom',
    help: 'Show a pane on the full screen; without a pane, toggles the focused one',
    slots: [{ id: 'pane', kind: 'pane', isOptional: true }],
    examples: ['zoom positions', 'zoom'],
    intent: ({ pane }) =>
      pane === undefined ? { kind: 'command', id: 'pane.zoom' } : { kind: 'zoom', pane: pane as PaneId },
  },
  {
    name: 'sort',
    help: 'Sort a pane by a column, largest first; up reverses the order, off removes the sort',
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
    help: 'Show only rows of the focused pane that contain a text; without a text, opens the filter line',
    slots: [{ id: 'text', kind: 'text', isOptional: true }],
    examples: ['filter sniper', 'filter'],
    intent: ({ text }) => (text === undefined ? { kind: 'command', id: 'pane.filter' } : { kind: 'filter', text }),
  },
];

/** Each pane by its name; the tape and the chart have verbs of their own, and so has a plan of a pane's name. */
const paneVerbs = paneIds
  .filter((pane) => ![...screenVerbs, ...planVerbs].some(({ name }) => name === paneWord(pane)))
  .map((pane) => runs(paneWord(pane), `focus.${pane}`, panes[pane].focus.description));

/** All typed commands; parser, completion, help and docs/commands.md are generated from this table. */
export const verbs: readonly Verb[] = [
  ...perpVerbs,
  ...spotVerbs,
  ...orderVerbs,
  ...planVerbs,
  ...screenVerbs,
  ...paneVerbs,
  runs('order', 'order.create', 'Open an empty trigger order form'),
  runs('one-click', 'trading.oneClick', 'Arm or disarm one-click: orders without confirmation up to a value'),
  runs('theme', 'desk.theme', 'Next theme, until the desk quits'),
  runs('columns', 'table.columns', 'Choose the columns of the focused table'),
  runs('copy', 'table.copy', 'Copy a value of the selected row'),
  runs('export', 'table.export', 'Write the focused table to a file'),
  runs('refresh', 'desk.refresh', 'Refresh all data now'),
  runs('retry', 'stream.retry', 'Reconnect the streams now'),
  runs('palette', 'desk.palette', 'Search all commands'),
  runs('tour', 'desk.tour', 'Tour of the desk in five steps'),
  runs('help', 'desk.help', 'Show all keys'),
  runs('quit', 'desk.quit', 'Quit the desk; orders at the service stay open'),
];
