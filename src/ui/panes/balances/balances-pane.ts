import Big from 'big.js';
import { chainNamed } from '../../../domain/chain.ts';
import { cleanText, textLimits } from '../../../domain/clean-text.ts';
import { readDecimal } from '../../../domain/decimal.ts';
import { formatUsd, shortAddress } from '../../../domain/format.ts';
import { type BalanceRow, balanceRows } from '../../../stores/balance-rows.ts';
import { shownAmount } from '../../../stores/token-amount.ts';
import type { Column } from '../../components/table.ts';
import type { Desk } from '../../desk.ts';
import { known } from '../../text/cells.ts';
import { type Line, muted, span } from '../../text/span.ts';
import { rowTrend, type Trended, trendColumn } from '../../trend.ts';
import { walletInHand } from '../../wallet-in-hand.ts';
import { type TablePane, usualMostRows } from '../table-pane.ts';
import { balanceFields } from './balance-fields.ts';

/** A balance, and whether its wallet is the one in hand; null while none is, and nothing has to be marked. */
type MarkedRow = BalanceRow & Trended & { readonly isInHand: boolean | null };

const walletMark = { true: '• ', false: '  ', null: '' } as const;

const columns: readonly Column<MarkedRow>[] = [
  {
    id: 'wallet',
    title: 'WALLET',
    align: 'left',
    priority: 1,
    // The mark and a label of six letters: what tells wallets apart comes before the trend.
    shrinkTo: 8,
    cell: (row) => span(`${walletMark[`${row.isInHand}`]}${row.label}`, row.isInHand ? 'accent' : 'title'),
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
  summary: (_desk, rows) => [span(formatUsd(totalUsd(rows))), muted(' USD')],
  totals: (desk, width) => warnings(desk, width),
  empty: 'No wallets. Create one in the service’s web terminal, then press {desk.refresh} to read again.',
  loading: 'Reading balances …',
  details: (row) => (row.problem === null ? details(row) : [{ label: 'unreadable', value: row.problem }]),
};

function marked(row: BalanceRow, desk: Desk): MarkedRow {
  const wallet = walletInHand(desk);
  const chain = chainNamed(wallet?.chain ?? '');
  return {
    ...row,
    trend: rowTrend(desk, row.chain, row.tokenAddress),
    isInHand:
      wallet &&
      row.address.toLowerCase() === wallet.address.toLowerCase() &&
      (chain === null || chainNamed(row.chain) === chain),
  };
}

const details = (row: MarkedRow) => [
  { label: 'wallet', value: `${row.label}${row.isInHand ? ' (in hand)' : ''}` },
  { label: 'chain', value: row.chain },
  { label: 'address', value: row.address },
  ...(row.tokenAddress ? [{ label: 'token', value: row.tokenAddress }] : []),
  {
    label: 'balance',
    value: `${cleanText(row.amount, textLimits.name)} ${row.symbol}${row.tokenAddress ? '' : ' (as the service gives it)'}`,
  },
  { label: 'value', value: row.usd ? `${formatUsd(row.usd)} USD` : 'not known' },
];

const totalUsd = (rows: readonly BalanceRow[]): Big =>
  rows.reduce((sum, { usd }) => (usd ? sum.plus(usd) : sum), new Big(0));

function warnings(desk: Desk, _width: number): Line[] {
  return (desk.data.read('balances').data?.warnings ?? []).map(
    (warning): Line => [span(`  ! ${cleanText(typeof warning === 'string' ? warning : warning.unreadable)}`, 'warn')],
  );
}
