import type { Command } from '../command.ts';
import { needsLimitOrder, needsPerpOrder, needsRoom } from '../needs.ts';

/** On an open perp order. */
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
];
