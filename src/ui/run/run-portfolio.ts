import { nextTimeframe } from '../../domain/timeframe.ts';
import type { Desk } from '../desk.ts';

type Run = (desk: Desk) => void;

/** What the command of the portfolio pane does. */
export const portfolioRuns: Readonly<Record<string, Run>> = {
  'portfolio.timeframe': (desk) =>
    desk.ui.setState(({ portfolio }) => ({ portfolio: { timeframe: nextTimeframe(portfolio.timeframe) } })),
};
