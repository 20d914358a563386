import type { Command } from '../command.ts';

/** In the portfolio. */
export const portfolioCommands: readonly Command[] = [
  {
    id: 'portfolio.timeframe',
    title: 'timeframe',
    description: 'Next timeframe of profit and loss: 1d, 7d, 30d, lifetime',
    scope: 'portfolio',
    hint: 1,
  },
];
