import Big from 'big.js';
import type { Position } from '../../../domain/market/position.ts';
import { formatPct, formatPrice, formatSignedUsd, formatSize, formatUsd } from '../../../domain/numbers/format.ts';
import { cleanText, textLimits } from '../../../domain/text/clean-text.ts';
import { type PositionRow, positionRows } from '../../../stores/portfolio/position-rows.ts';
import type { Column } from '../../components/table.ts';
import { markTrend, type Trended, trendColumn } from '../../components/trend.ts';
import { known, signTone } from '../../text/cells.ts';
import { type Line, muted, span } from '../../text/span.ts';
import { type TablePane, usualMostRows } from '../table-pane.ts';
import { accountTotals } from './account-totals.ts';
import { positionFields } from './position-fields.ts';

const position =
  (show: (row: PositionRow & { position: Position }) => ReturnType<Column<PositionRow>['cell']>) =>
  (row: PositionRow) =>
    row.position ? show({ ...row, position: row.position }) : muted('');

const columns: readonly Column<PositionRow & Trended>[] = [
  {
    id: 'coin',
    title: 'COIN',
    align: 'left',
    priority: 1,
    cell: (row) => span(row.coin, 'title'),
  },
  {
    id: 'size',
    title: 'SIZE',
    align: 'decimal',
    priority: 2,
    cell: position((row) =>
      span(formatSize(row.position.szi, row.szDecimals, { sign: true }), row.position.side === 'long' ? 'up' : 'down'),
    ),
  },
  {
    id: 'entry',
    title: 'ENTRY',
    align: 'decimal',
    priority: 6,
    cell: position((row) => known(row.position.entryPx, formatPrice)),
  },
  {
    id: 'mark',
    title: 'MARK',
    align: 'decimal',
    priority: 4,
    cell: position((row) => known(row.position.markPx, formatPrice)),
  },
  {
    id: 'liq',
    title: 'LIQ',
    align: 'decimal',
    priority: 9,
    cell: position((row) => known(row.position.liquidationPx, formatPrice, 'muted')),
  },
  {
    id: 'distance',
    title: 'LIQ DIST',
    align: 'right',
    priority: 5,
    cell: position((row) =>
      known(row.position.liquidationDistancePct, (pct) => formatPct(pct, 1), distanceTone(row.position)),
    ),
  },
  {
    id: 'pnl',
    title: 'uPnL',
    align: 'right',
    priority: 3,
    cell: position((row) => known(row.position.unrealizedPnl, formatSignedUsd, signTone(row.position.unrealizedPnl))),
  },
  {
    id: 'roe',
    title: 'ROE',
    align: 'right',
    priority: 7,
    cell: position((row) =>
      known(row.position.roePct, (pct) => formatPct(pct, 1, { sign: true }), signTone(row.position.roePct)),
    ),
  },
  {
    id: 'margin',
    title: 'MARGIN',
    align: 'right',
    priority: 8,
    cell: position((row) => known(row.position.marginUsed, formatUsd)),
  },
  {
    id: 'leverage',
    title: 'LEV',
    align: 'right',
    priority: 8,
    cell: position((row) => span(leverageText(row.position), 'muted')),
  },
  trendColumn,
];

/** A position close to liquidation must stand out. */
const distanceTone = ({ liquidationDistancePct: distance }: Position) =>
  !distance ? 'plain' : distance.lt(5) ? 'danger' : distance.lt(12) ? 'warn' : 'plain';

/** `5×i` isolated, `5×c` cross. */
const leverageText = ({ leverage, leverageType }: Position): string =>
  `${leverage ? `${leverage.toFixed()}×` : '–'}${leverageType ? (leverageType === 'isolated' ? 'i' : leverageType === 'cross' ? 'c' : '?') : ''}`;

const sortValues: Readonly<Record<string, (position: Position) => Big | null>> = {
  size: ({ szi }) => szi,
  entry: ({ entryPx }) => entryPx,
  mark: ({ markPx }) => markPx,
  liq: ({ liquidationPx }) => liquidationPx,
  distance: ({ liquidationDistancePct }) => liquidationDistancePct,
  pnl: ({ unrealizedPnl }) => unrealizedPnl,
  roe: ({ roePct }) => roePct,
  margin: ({ marginUsed }) => marginUsed,
  leverage: ({ leverage }) => leverage,
};

export const positionsPane: TablePane<PositionRow & Trended, PositionRow> = {
  id: 'positions',
  title: 'Positions',
  heading: 'Positions pane',
  home: 'desk',
  focus: { title: 'positions', description: 'Focus the positions pane', keys: ['1'] },
  columns,
  reading: (desk) => desk.data.read('positions'),
  refreshMs: (desk) => desk.refreshMs.positions,
  mostRows: usualMostRows,
  rows: (desk) => positionRows(desk.data),
  shown: (row, desk) => ({ ...row, trend: markTrend(desk, row.key) }),
  keyOf: (row) => row.key,
  problemOf: (row) => row.problem,
  sortValue: (row, columnId) =>
    row.position ? (sortValues[columnId]?.(row.position) ?? (columnId === 'coin' ? row.coin : null)) : null,
  searchText: (row) => `${row.coin} ${row.position?.side ?? ''} ${row.position?.leverageType ?? ''}`,
  fields: positionFields,
  watched: ({ position: held }, columnId) =>
    held && (columnId === 'mark' ? held.markPx : columnId === 'pnl' ? held.unrealizedPnl : null),
  summary: (_desk, rows) => summary(rows),
  totals: accountTotals,
  empty: 'No open positions. {perp.create} places an order that opens one; {focus.activity} shows what was sent.',
  loading: 'Reading positions …',
  details: (row) => (row.position ? details(row, row.position) : [{ label: 'unreadable', value: row.problem ?? '' }]),
};

function summary(rows: readonly PositionRow[]): Line {
  const results = rows.flatMap(({ position: held }) => (held?.unrealizedPnl ? [held.unrealizedPnl] : []));
  const total = results.reduce((sum, pnl) => sum.plus(pnl), new Big(0));
  return [muted(`${rows.length} open  `), span(formatSignedUsd(total), signTone(total))];
}

function details({ coin, szDecimals }: PositionRow, held: Position) {
  const text = (value: Big | null, show: (value: Big) => string): string => (value ? show(value) : 'not known');
  return [
    { label: 'coin', value: `${coin} ${held.side}` },
    { label: 'size', value: `${formatSize(held.szi, szDecimals, { sign: true })} ${coin}` },
    { label: 'notional', value: text(held.notionalUsd, (usd) => `${formatUsd(usd)} USD`) },
    { label: 'entry', value: text(held.entryPx, formatPrice) },
    { label: 'mark', value: text(held.markPx, formatPrice) },
    { label: 'liquidation', value: text(held.liquidationPx, formatPrice) },
    { label: 'distance', value: text(held.liquidationDistancePct, (pct) => formatPct(pct, 2)) },
    { label: 'unrealised', value: text(held.unrealizedPnl, (usd) => `${formatSignedUsd(usd)} USD`) },
    { label: 'return on equity', value: text(held.roePct, (pct) => formatPct(pct, 2, { sign: true })) },
    { label: 'margin', value: text(held.marginUsed, (usd) => `${formatUsd(usd)} USDC`) },
    {
      label: 'leverage',
      value: `${text(held.leverage, (times) => `${times.toFixed()}×`)} ${cleanText(held.leverageType ?? '', textLimits.symbol)}`,
    },
  ].filter(({ value }) => value !== '');
}
