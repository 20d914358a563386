import type { Command } from '../command.ts';

/** In the balances. */
export const balancesCommands: readonly Command[] = [
  {
    id: 'wallet.next',
    title: 'next wallet',
    description: 'Take the next wallet in hand: forms begin with it, until the desk is left',
    scope: 'balances',
    hint: 1,
  },
];
