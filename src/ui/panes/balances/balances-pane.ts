import { readDecimal } from '../../../domain/numbers/decimal.ts';
import { formatUsd, shortAddress } from '../../../domain/numbers/format.ts';
import { cleanText, textLimits } from '../../../domain/text/clean-text.ts';
import { walletChains } from '../../../stores/account/wallets.ts';
import { shownAmount } from '../../../stores/market/token-amount.ts';
import { type BalanceRow, balanceRows } from '../../../stores/portfolio/balance-rows.ts';
import { spotTotal } from '../../../stores/portfolio/spot-total.ts';
import { spotTotalLine } from '../../components/spot-total-line.ts';
import type { Column } from '../../components/table.ts';
import { rowTrend, type Trended, trendColumn } from '../../components/trend.ts';
import { activeWallet } from '../../desk/active-wallet.ts';
import type { DeskView } from '../../desk/desk.ts';
import { known } from '../../text/cells.ts';
import { muted, span } from '../../text/span.ts';
import { type TablePane, usualMostRows } from '../table-pane.ts';
import { warningLines } from '../warning-lines.ts';
import { balanceFields } from './balance-fields.ts';

/** A balance, and whether it belongs to the active wallet; null if there is no active wallet to mark. */
type MarkedRow = BalanceRow & Trended & { readonly isActive: boolean | null };

const walletMark = { true: '• ', false: '  ', null: '' } as const;

const columns: readonly Column<MarkedRow>[] = [
  {
    id: 'wallet',
    title: 'WALLET',
    align: 'left',
    priority: 1,
    // Room for the mark and six letters: the label is more important than the trend.
    shrinkTo: 8,
    cell: (row) => span(`${walletMark[`${row.isActive}`]}${row.label}`, row.isActive ? 'accent' : 'title'),
  },
  { id: 'chain', title: 'CHAIN', align: 'left', priority: 3, cell: (row) => muted(row.chain) },
  { id: 'address', title: 'ADDRESS', align: 'left', priority: 5, cell: (row) => muted(shortAddress(row.address)) },
  {
    id: 'native',
    title: 'BALANCE',
    align: 'decimal',
    priority: 2,
    // Deployments disagree on whether the native balance is in whole or base units, so it is never rescaled.
    cell: ({ amount, isBaseUnits }) => span(shownAmount({ text: amount, isBaseUnits })),
  },
  { id: 'symbol', title: '', align: 'left', priority: 2, cell: (row) => muted(row.symbol) },
  { id: 'usd', title: 'USD', align: 'right', priority: 1, cell: (row) => known(row.usd, formatUsd) },
  trendColumn,
];

export const balancesPane: TablePane<MarkedRow, BalanceRow> = {
  id: 'balances',
  title: 'Balances',
  heading: 'Balances pane',
  home: 'desk',
  focus: { title: 'balances', description: 'Focus the balances pane', keys: ['3'] },
  columns,
  reading: (desk) => desk.data.read('balances'),
  refreshMs: (desk) => desk.refreshMs.balances,
  mostRows: usualMostRows,
  rows: (desk) => balanceRows(desk.data),
  shown: marked,
  keyOf: (row) => row.key,
  problemOf: (row) => row.problem,
  sortValue: (row, columnId) =>
    ({
      wallet: row.label,
      chain: row.chain,
      address: row.address,
      native: readDecimal(row.amount),
      symbol: row.symbol,
      usd: row.usd,
    })[columnId] ?? null,
  searchText: (row) => `${row.label} ${row.chain} ${row.symbol} ${row.address}`,
  fields: balanceFields,
  summary: ({ data }) => spotTotalLine(spotTotal(data)),
  totals: (desk) => warningLines(desk.data.read('balances').data?.warnings),
  empty: 'No wallets. Create one in the service’s web terminal, then press {desk.refresh}.',
  loading: 'Reading balances …',
  details: (row) => (row.problem === null ? details(row) : [{ label: 'unreadable', value: row.problem }]),
};

function marked(row: BalanceRow, desk: DeskView): MarkedRow {
  const wallet = activeWallet(desk);
  return {
    ...row,
    trend: rowTrend(desk, row.chain, row.tokenAddress),
    isActive:
      wallet &&
      row.address.toLowerCase() === wallet.address.toLowerCase() &&
      walletChains(wallet).some((chain) => chain === row.chain),
  };
}

const details = (row: MarkedRow) => [
  { label: 'wallet', value: `${row.label}${row.isActive ? ' (active)' : ''}` },
  { label: 'chain', value: row.chain },
  { label: 'address', value: row.address },
  ...(row.tokenAddress ? [{ label: 'token', value: row.tokenAddress }] : []),
  {
    label: 'balance',
    value: `${cleanText(row.amount, textLimits.name)} ${row.symbol}${row.tokenAddress ? '' : ' (unit as reported by the service)'}`,
  },
  { label: 'value', value: row.usd ? `${formatUsd(row.usd)} USD` : 'unknown' },
];
