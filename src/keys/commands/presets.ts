import type { Command } from '../command.ts';
import { needsRoom } from '../needs.ts';

const numbers = [1, 2, 3, 4, 5];

/** Buying and selling the selected token, a number key each. */
export const presetsCommands: readonly Command[] = [
  {
    id: 'preset.open',
    title: 'buy/sell',
    description: 'Buy or sell the token of the selected row or of the chart, a number key each',
    scope: 'desk',
    isTrade: true,
    hint: 17,
    whyDisabled: needsRoom,
  },
  {
    id: 'token.view',
    title: 'token',
    description: 'All about the token of the selected row or of the chart: price, trading, pools, namesakes',
    scope: 'desk',
    hint: 29,
  },
  ...numbers.map(
    (number): Command => ({
      id: `preset.buy${number}`,
      title: number === 1 ? 'buy' : `buy ${number}`,
      description: `Buy for amount ${number} of the native coin`,
      scope: 'preset',
      isTrade: true,
      ...(number === 1 ? { hint: 1 } : {}),
    }),
  ),
  ...numbers.map(
    (number): Command => ({
      id: `preset.sell${number}`,
      title: number === 1 ? 'sell' : `sell ${number}`,
      description: `Sell share ${number} of what is held`,
      scope: 'preset',
      isTrade: true,
      ...(number === 1 ? { hint: 2 } : {}),
    }),
  ),
  { id: 'preset.close', title: 'leave', description: 'Leave the menu; nothing is sent', scope: 'preset', hint: 3 },
];
