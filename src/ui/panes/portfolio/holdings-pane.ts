import Big from 'big.js';
import { formatUsd } from '../../../domain/numbers/format.ts';
import { type HoldingRow, holdingRows } from '../../../stores/portfolio/portfolio-rows.ts';
import { rowTrend, type Trended, trendColumn } from '../../components/trend.ts';
import { type Line, lineWidth, muted, span } from '../../text/span.ts';
import { type TablePane, usualMostRows } from '../table-pane.ts';
import { holdingColumns, holdingSortValue } from './holding-columns.ts';
import { holdingDetails } from './portfolio-details.ts';
import { holdingFields } from './portfolio-fields.ts';

/** Spot holdings with cost and proceeds. */
export const holdingsPane: TablePane<HoldingRow & Trended, HoldingRow> = {
  id: 'holdings',
  title: 'Holdings',
  heading: 'Holdings pane',
  home: 'portfolio',
  focus: { title: 'holdings', description: 'Focus the holdings: spot tokens with their cost', keys: ['M-h'] },
  columns: [...holdingColumns, trendColumn],
  reading: (desk) => desk.data.read('holdings'),
  refreshMs: (desk) => desk.refreshMs.balances,
  mostRows: usualMostRows,
  rows: (desk) => holdingRows(desk.data),
  shown: (row, desk) => ({ ...row, trend: rowTrend(desk, row.chain, row.token.address) }),
  keyOf: ({ key }) => key,
  problemOf: ({ problem }) => problem,
  sortValue: holdingSortValue,
  searchText: ({ token, wallet, walletAddress, chain }) =>
    [token.symbol, token.address, wallet, walletAddress, chain].join(' '),
  fields: holdingFields,
  summary: (_desk, rows) => [muted(`${rows.length} ${rows.length === 1 ? 'token' : 'tokens'}`)],
  totals: (_desk, width, rows) => [sums(rows, width)],
  empty: 'No holdings yet. {swap.create} swaps into a token; its cost and proceeds are listed here.',
  loading: 'Reading the holdings …',
  details: (row) => (row.problem === null ? holdingDetails(row) : [{ label: 'unreadable', value: row.problem }]),
};

/** Sums of the rows shown, as many as fit; missing values are counted, not taken as zero. */
function sums(rows: readonly HoldingRow[], width: number): Line {
  const readable = rows.filter(({ problem }) => problem === null);
  const sum = (label: string, of: (row: HoldingRow) => Big | null): Line => {
    const values = readable.map(of);
    const missing = values.filter((value) => value === null).length;
    const total = values.reduce<Big>((all, value) => (value ? all.plus(value) : all), new Big(0));
    return [
      muted(`   ${label} `),
      span(formatUsd(total)),
      ...(missing > 0 ? [span(` + ${missing} unknown`, 'warn')] : []),
    ];
  };
  const all: Line[] = [
    [muted('  sum'), ...sum('value', ({ valueUsd }) => valueUsd)],
    sum('bought', ({ boughtUsd }) => boughtUsd),
    sum('sold', ({ soldUsd }) => soldUsd),
  ];
  let shown = all;
  while (shown.length > 1 && lineWidth(shown.flat()) > width) shown = shown.slice(0, -1);
  return shown.flat();
}
