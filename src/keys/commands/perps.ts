import type { Command } from '../command.ts';
import { needsLimitOrder, needsPerpOrder, needsRoom } from '../needs.ts';

/** On an open perp order, and on a perp market. */
export const perpsCommands: readonly Command[] = [
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
  {
    id: 'perpOrder.move',
    title: 'move all',
    description: 'Shift the prices of all limit orders shown by a percentage, or their sizes by a factor',
    scope: 'perpOrders',
    isTrade: true,
    hint: 4,
    whyDisabled: needsRoom,
  },
  {
    id: 'market.order',
    title: 'new order',
    description: 'New perp order in the selected market',
    scope: 'markets',
    isTrade: true,
    hint: 1,
    whyDisabled: needsRoom,
  },
];
