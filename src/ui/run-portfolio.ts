import { nextTimeframe } from '../domain/timeframe.ts';
import type { Desk } from './desk.ts';
import type { PortfolioEntry } from './panes/portfolio/portfolio-pane.ts';
import { selectedRow } from './panes/visible-rows.ts';

type Run = (desk: Desk) => void;

/** What each command of the portfolio pane does. */
export const portfolioRuns: Readonly<Record<string, Run>> = {
  'portfolio.timeframe': (desk) =>
    desk.ui.setState(({ portfolio }) => ({
      portfolio: { ...portfolio, timeframe: nextTimeframe(portfolio.timeframe) },
    })),
  'portfolio.table': switchTable,
};

/** Each table keeps its selection, sort and filter while keys work in the other. */
function switchTable(desk: Desk): void {
  desk.ui.setState(({ portfolio, selected, sort, filter }) => {
    const { portfolio: ownSelected, ...selectedElsewhere } = selected;
    const { portfolio: ownSort, ...sortElsewhere } = sort;
    const { portfolio: ownFilter, ...filterElsewhere } = filter;
    const { parked } = portfolio;
    return {
      portfolio: {
        ...portfolio,
        table: portfolio.table === 'holdings' ? 'trades' : 'holdings',
        parked: {
          ...(ownSelected !== undefined && { selected: ownSelected }),
          ...(ownSort && { sort: ownSort }),
          ...(ownFilter !== undefined && { filter: ownFilter }),
        },
      },
      selected: { ...selectedElsewhere, ...(parked.selected !== undefined && { portfolio: parked.selected }) },
      sort: { ...sortElsewhere, ...(parked.sort && { portfolio: parked.sort }) },
      filter: { ...filterElsewhere, ...(parked.filter !== undefined && { portfolio: parked.filter }) },
    };
  });
}

/** Enter on a row: its details, which stay on it when a newer trade comes above it. */
export function openPortfolio(desk: Desk): void {
  const entry = selectedRow(desk, 'portfolio') as PortfolioEntry | null;
  if (!entry) return;
  desk.ui.setState(({ selected }) => ({
    selected: { ...selected, portfolio: entry.key },
    overlay: { kind: 'details', pane: 'portfolio', scroll: 0 },
  }));
}

/** Who goes down at the last trade wants older ones. */
export function loadOlderAtEnd(desk: Desk): void {
  if (desk.ui.getState().portfolio.table === 'trades') desk.portfolio.loadOlder();
}
