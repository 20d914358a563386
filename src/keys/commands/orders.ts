import type { Command } from '../command.ts';
import { needsOpenOrder } from '../needs.ts';

/** On a trigger order. */
export const ordersCommands: readonly Command[] = [
  {
    id: 'order.cancel',
    title: 'cancel',
    description: 'Cancel the selected trigger order',
    scope: 'orders',
    isTrade: true,
    hint: 1,
    whyDisabled: needsOpenOrder,
  },
];
