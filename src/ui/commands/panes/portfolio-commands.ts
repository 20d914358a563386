import { nextTimeframe } from '../../../domain/market/timeframe.ts';
import { commandTable } from '../command-table.ts';

/** Commands of the portfolio pane. */
export const portfolioCommands = commandTable({
  'portfolio.timeframe': {
    title: 'timeframe',
    description: 'Next PnL timeframe: 1d, 7d, 30d, lifetime',
    scope: 'portfolio',
    hint: 1,
    keys: ['i'],
    run: (desk) =>
      desk.ui.setState(({ portfolio }) => ({ portfolio: { timeframe: nextTimeframe(portfolio.timeframe) } })),
  },
});
