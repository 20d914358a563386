import { groupThousands } from '../../../domain/numbers/format.ts';
import { type TradeRow, tradeRows } from '../../../stores/portfolio/portfolio-rows.ts';
import type { DeskView } from '../../desk/desk.ts';
import { withKeys } from '../../keys/keymap.ts';
import { type Line, muted, span } from '../../text/span.ts';
import { type TablePane, usualMostRows } from '../table-pane.ts';
import { warningLines } from '../warning-lines.ts';
import { tradeDetails } from './portfolio-details.ts';
import { tradeFields } from './portfolio-fields.ts';
import { tradeColumns, tradeSortValue } from './trade-columns.ts';

/** Spot trades of the account's wallets, newest first; older ones are read when the selection reaches the end. */
export const tradesPane: TablePane<TradeRow> = {
  id: 'trades',
  title: 'Trades',
  heading: 'Trades pane',
  home: 'portfolio',
  focus: { title: 'trades', description: 'Focus the spot trades', keys: ['M-t'] },
  columns: tradeColumns,
  reading: (desk) => desk.data.history(),
  refreshMs: (desk) => desk.refreshMs.balances,
  mostRows: usualMostRows,
  rows: (desk) => tradeRows(desk.data),
  keyOf: ({ key }) => key,
  problemOf: ({ problem }) => problem,
  sortValue: tradeSortValue,
  searchText: ({ side, txHash, paid, received, wallet, walletAddress, chain }) =>
    [side, txHash, paid.symbol, paid.address, received.symbol, received.address, wallet, walletAddress, chain].join(
      ' ',
    ),
  fields: tradeFields,
  summary,
  totals: (desk, _width, rows) => [
    ...(rows.length === 0 ? [] : [olderLine(desk)]),
    ...warningLines(desk.data.history().data?.warnings),
  ],
  empty: 'No trades yet. {swap.create} swaps, {order.create} places a trigger order; their trades are listed here.',
  loading: 'Reading trades …',
  details: (row) => (row.problem === null ? tradeDetails(row) : [{ label: 'unreadable', value: row.problem }]),
};

/** Number of trades read; + if the service has more. */
function summary(desk: DeskView, rows: readonly TradeRow[]): Line {
  const { isFetching, problem } = desk.portfolio.getState().older;
  const more = desk.data.history().data?.hasMore ? '+' : '';
  return [
    ...(problem && !isFetching ? [span(`✕ older: ${problem.code}`, 'danger'), span('  ')] : []),
    muted(`${groupThousands(String(rows.length))}${more} ${rows.length === 1 ? 'trade' : 'trades'}`),
  ];
}

/** Whether there are older trades, and the key that reads them. */
function olderLine(desk: DeskView): Line {
  const { isFetching, problem } = desk.portfolio.getState().older;
  if (isFetching) return [muted('  reading older trades …')];
  if (problem)
    return [span(`  ✕ older trades: ${problem.code}; ${withKeys('{select.last}', desk.keymap)} retries`, 'danger')];
  return [
    muted(
      desk.data.history().data?.hasMore
        ? withKeys('  {select.last} goes to the end and reads older ones', desk.keymap)
        : `  all trades${(desk.data.history().data?.warnings ?? []).length > 0 ? ' that the service could read' : ''}`,
    ),
  ];
}
