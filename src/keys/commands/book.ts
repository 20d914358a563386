import type { Command } from '../command.ts';

/** On the order book. */
export const bookCommands: readonly Command[] = [
  {
    id: 'book.market',
    title: 'market',
    description: 'Order book of the next position’s market, on the chart of the perps workspace too',
    scope: 'book',
    hint: 1,
  },
];
