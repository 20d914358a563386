import Big from 'big.js';
import { formatUsd } from '../../../domain/format.ts';
import type { Reading } from '../../../stores/desk-data.ts';
import { type HoldingRow, holdingRows, type TradeRow, tradeRows } from '../../../stores/portfolio-rows.ts';
import type { Column } from '../../components/table.ts';
import type { Desk } from '../../desk.ts';
import type { PortfolioView } from '../../desk-ui.ts';
import { type Line, muted, span } from '../../text/span.ts';
import type { TablePane } from '../table-pane.ts';
import { holdingColumns, holdingSortValue } from './holding-columns.ts';
import { holdingDetails, tradeDetails } from './portfolio-details.ts';
import { holdingFields, tradeFields } from './portfolio-fields.ts';
import { tradeColumns, tradeSortValue } from './trade-columns.ts';

export type PortfolioEntry = HoldingRow | TradeRow;
export type PortfolioTable = PortfolioView['table'];

type Columns = readonly Column<PortfolioEntry>[];

const tableNow = (desk: Desk): PortfolioTable => desk.ui.getState().portfolio.table;

export const columnsOf = (table: PortfolioTable): Columns =>
  (table === 'holdings' ? holdingColumns : tradeColumns) as readonly Column<never>[] as Columns;

export const rowsOf = (desk: Desk, table: PortfolioTable): readonly PortfolioEntry[] =>
  table === 'holdings' ? holdingRows(desk.data) : tradeRows(desk.data);

export const readingOf = (desk: Desk, table: PortfolioTable): Reading<unknown> =>
  table === 'holdings' ? desk.data.read('holdings') : desk.data.history();

export const words: Readonly<Record<PortfolioTable, { readonly loading: string; readonly empty: string }>> = {
  holdings: {
    loading: 'Reading spot positions …',
    empty: 'No spot positions yet. {swap.create} swaps into a token; what it cost and brings is listed here.',
  },
  trades: {
    loading: 'Reading trades …',
    empty: 'No trades yet. {swap.create} swaps, {order.create} leaves a trigger order; what they did is listed here.',
  },
};

const holdingIds = new Set(holdingColumns.map(({ id }) => id));

/** What keys, sorting and the filter know of the portfolio; portfolio-lines draws it. */
export const portfolioPane: TablePane<PortfolioEntry> = {
  id: 'portfolio',
  title: 'Portfolio',
  columns: [...columnsOf('holdings'), ...columnsOf('trades').filter(({ id }) => !holdingIds.has(id))],
  columnsNow: (desk) => columnsOf(tableNow(desk)),
  reading: (desk) => readingOf(desk, tableNow(desk)),
  refreshMs: (desk) => desk.refreshMs.balances,
  rows: (desk) => rowsOf(desk, tableNow(desk)),
  keyOf: ({ key }) => key,
  problemOf: ({ problem }) => problem,
  sortValue: (row, columnId) =>
    row.kind === 'holding' ? holdingSortValue(row, columnId) : tradeSortValue(row, columnId),
  searchText: (row) =>
    [
      ...[row.wallet, row.walletAddress, row.chain],
      ...(row.kind === 'holding'
        ? [row.token.symbol, row.token.address]
        : [row.side, row.txHash, row.paid.symbol, row.paid.address, row.received.symbol, row.received.address]),
    ].join(' '),
  fields: (row) => (row.kind === 'holding' ? holdingFields(row) : tradeFields(row)),
  summary: (desk) => {
    const value = desk.data.pnl(desk.ui.getState().portfolio.timeframe).data?.totalValueUsd;
    return value === undefined ? [muted('…')] : [span(formatUsd(value)), muted(' USD')];
  },
  ...words.holdings,
  details: (row) => {
    if (row.problem !== null) return [{ label: 'unreadable', value: row.problem }];
    return row.kind === 'holding' ? holdingDetails(row) : tradeDetails(row);
  },
};

/** Sums of the holdings shown; what has no value is counted, not taken for zero. */
export function holdingTotals(rows: readonly PortfolioEntry[]): Line {
  const holdings = rows.filter((row): row is HoldingRow => row.kind === 'holding' && row.problem === null);
  const sum = (label: string, values: readonly (Big | null)[]): Line => {
    const missing = values.filter((value) => value === null).length;
    const total = values.reduce<Big>((all, value) => (value ? all.plus(value) : all), new Big(0));
    return [
      muted(`   ${label} `),
      span(formatUsd(total)),
      ...(missing > 0 ? [span(` + ${missing} not known`, 'warn')] : []),
    ];
  };
  return [
    muted('  sum'),
    ...sum(
      'value',
      holdings.map(({ valueUsd }) => valueUsd),
    ),
    ...sum(
      'bought',
      holdings.map(({ boughtUsd }) => boughtUsd),
    ),
    ...sum(
      'sold',
      holdings.map(({ soldUsd }) => soldUsd),
    ),
  ];
}
