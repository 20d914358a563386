import type Big from 'big.js';
import { groupThousands } from '../../../domain/numbers/format.ts';
import { type MarginAccount, marginAccount } from '../../../stores/account/margin-account.ts';
import { type MarketRow, marketRows } from '../../../stores/market/market-rows.ts';
import { markTrend } from '../../components/trend.ts';
import type { DeskView } from '../../desk/desk.ts';
import { known } from '../../text/cells.ts';
import { flow } from '../../text/flow.ts';
import { type Line, muted, span } from '../../text/span.ts';
import { type TablePane, usualMostRows } from '../table-pane.ts';
import { type MarketEntry, marketColumns, marketSortValue, ownText } from './market-columns.ts';
import { marketDetails, marketFields } from './market-details.ts';

/** The perp markets, most traded first; book and chart show the selected one. */
export const marketsPane: TablePane<MarketEntry> = {
  id: 'markets',
  title: 'Markets',
  heading: 'Markets pane',
  home: 'perps',
  focus: {
    title: 'markets',
    description: 'Focus the perp markets; book and chart show the selected one',
    keys: ['M-m'],
  },
  wants: () => ({ names: ['perpAccount'] }),
  columns: marketColumns,
  reading: (desk) => desk.data.read('markets'),
  refreshMs: (desk) => desk.refreshMs.markets,
  mostRows: usualMostRows,
  rows: (desk) => marketRows(desk.data).map((row) => entryOf(desk, row)),
  keyOf: ({ key }) => key,
  problemOf: ({ problem }) => problem,
  sortValue: marketSortValue,
  searchText: (row) => `${row.coin} ${ownText(row)}`,
  fields: marketFields,
  summary,
  totals,
  empty: 'The service lists no perp markets. {desk.refresh} reads again.',
  loading: 'Reading the perp markets …',
  details: marketDetails,
};

/** The trend is a getter: it is computed for visible rows only. */
const entryOf = (desk: DeskView, row: MarketRow): MarketEntry => ({
  ...row,
  get trend() {
    return markTrend(desk, row.wireCoin);
  },
});

function summary(_desk: DeskView, rows: readonly MarketRow[]): Line {
  const unreadable = rows.filter(({ problem }) => problem !== null).length;
  return [
    ...(unreadable > 0 ? [span(`${unreadable} unreadable`, 'warn'), span('  ')] : []),
    muted(`${rows.length} ${rows.length === 1 ? 'market' : 'markets'}`),
  ];
}

/** The margin account, to the cent, as much as fits. While the positions pane is visible, only what that does not show. */
function totals(desk: DeskView, width: number): Line[] {
  const account = marginAccount(desk.data);
  const { problem } = desk.data.read('perpAccount');
  // The line is there before the read ends, so that no row moves.
  if (!account) return [[problem ? span(`  ✕ account: ${problem.code}`, 'danger') : muted('  account …')]];
  const part = (label: string, value: Big | null): Line => [muted(`${label} `), known(value, toTheCent)];
  const parts: Line[] = [
    ...(desk.ui.getState().visible.includes('positions') ? [] : accountParts(account, part)),
    ...account.spot.flatMap(({ coin, total, hold }) => [
      part(`${coin} balance`, total),
      ...(hold?.gt(0) ? [part('in use', hold)] : []),
    ]),
    ...(account.unreadableSpot > 0 ? [[span('a spot balance is unreadable', 'warn')]] : []),
  ];
  return flow(parts.length > 0 ? parts : [[muted('no spot balances')]], width - 2)
    .slice(0, 1)
    .map((line) => [span('  '), ...line]);
}

const accountParts = (
  { valueUsd, usedUsd, withdrawableUsd }: MarginAccount,
  part: (label: string, value: Big | null) => Line,
): Line[] => [part('account', valueUsd), part('used', usedUsd), part('withdrawable', withdrawableUsd)];

const toTheCent = (amount: Big): string => groupThousands(amount.toFixed(2));
