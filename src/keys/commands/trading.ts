import type { Command } from '../command.ts';
import { needsRoom } from '../needs.ts';

/** What can be sent from anywhere on the desk. */
export const tradingCommands: readonly Command[] = [
  {
    id: 'order.create',
    title: 'order',
    description: 'Create a trigger order; in the signals pane, for the selected token',
    scope: 'desk',
    isTrade: true,
    hint: 11,
    whyDisabled: needsRoom,
  },
  {
    id: 'swap.create',
    title: 'swap',
    description: 'Swap one token for another, with a quote; in the signals pane, into its token',
    scope: 'desk',
    isTrade: true,
    hint: 12,
    whyDisabled: needsRoom,
  },
  {
    id: 'perp.create',
    title: 'perp order',
    description: 'New perp order: limit or market, with take profit and stop',
    scope: 'desk',
    isTrade: true,
    hint: 13,
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
    id: 'order.repeat',
    title: 'again',
    description: 'The last order form again, with the same values; it sends nothing by itself',
    scope: 'desk',
    isTrade: true,
    whyDisabled: (facts) =>
      needsRoom(facts) ??
      (facts.hasLastOrder
        ? null
        : 'no order was sent from this desk yet: {swap.create}, {order.create} and {perp.create} open the forms'),
  },
  {
    id: 'bulk.flatten',
    title: 'flatten',
    description: 'Close all positions, cancel all orders: lists them, asks for a word',
    scope: 'desk',
    isTrade: true,
    hint: 15,
    whyDisabled: needsRoom,
  },
  {
    id: 'bulk.cancelAll',
    title: 'cancel all',
    description: 'Cancel all orders, positions stay: lists them, asks for a word',
    scope: 'desk',
    isTrade: true,
    hint: 16,
    whyDisabled: needsRoom,
  },
  {
    id: 'trading.mode',
    title: 'halt',
    description: 'Halt at once: nothing is sent. Again: reducing, active, or stay halted',
    scope: 'always',
    isTrade: true,
    hint: 14,
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
];
