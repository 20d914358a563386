import Big from 'big.js';
import type { Position } from '../../../domain/market/position.ts';
import { formatPct, formatPrice, formatSignedUsd, formatSize, formatUsd } from '../../../domain/numbers/format.ts';
import { perpTotals } from '../../../stores/portfolio/perp-totals.ts';
import { type PositionRow, positionRows } from '../../../stores/portfolio/position-rows.ts';
import type { Column } from '../../components/table.ts';
import { markTrend, type Trended, trendColumn } from '../../components/trend.ts';
import type { DeskView } from '../../desk/desk.ts';
import { known, signTone } from '../../text/cells.ts';
import { type Line, muted, span } from '../../text/span.ts';
import { type TablePane, usualMostRows } from '../table-pane.ts';
import { accountTotals } from './account-totals.ts';
import { positionDetails } from './position-details.ts';
import { exitPrice, stopColumn, targetColumn, type WithExits, withExits } from './position-exits.ts';
import { positionFields } from './position-fields.ts';

/** A position as it is drawn. */
type Shown = PositionRow & WithExits & Trended;

const position =
  (show: (row: PositionRow & { position: Position }) => ReturnType<Column<PositionRow>['cell']>) =>
  (row: PositionRow) =>
    row.position ? show({ ...row, position: row.position }) : muted('');

const columns: readonly Column<Shown>[] = [
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
  stopColumn,
  targetColumn,
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
    priority: 8,
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
    priority: 7,
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

export const positionsPane: TablePane<Shown, PositionRow> = {
  id: 'positions',
  title: 'Positions',
  heading: 'Positions pane',
  home: 'desk',
  focus: { title: 'positions', description: 'Focus the positions pane', keys: ['1'] },
  // The stop of a position is an open order.
  wants: () => ({ names: ['perpOrders'] }),
  columns,
  reading: (desk) => desk.data.read('positions'),
  refreshMs: (desk) => desk.refreshMs.positions,
  mostRows: usualMostRows,
  rows: (desk) => positionRows(desk.data),
  shown: (row, desk) => ({ ...row, ...withExits(desk, row), trend: markTrend(desk, row.key) }),
  keyOf: (row) => row.key,
  problemOf: (row) => row.problem,
  sortValue: (row, columnId) => {
    if (!row.position) return null;
    if (columnId === 'stop') return exitPrice(row, 'stop');
    if (columnId === 'target') return exitPrice(row, 'takeProfit');
    return sortValues[columnId]?.(row.position) ?? (columnId === 'coin' ? row.coin : null);
  },
  searchText: (row) => `${row.coin} ${row.position?.side ?? ''} ${row.position?.leverageType ?? ''}`,
  fields: (row) => [
    ...positionFields(row),
    { name: 'stop_price', value: exitPrice(row, 'stop')?.toFixed() ?? null },
    { name: 'take_profit_price', value: exitPrice(row, 'takeProfit')?.toFixed() ?? null },
  ],
  watched: ({ position: held }, columnId) =>
    held && (columnId === 'mark' ? held.markPx : columnId === 'pnl' ? held.unrealizedPnl : null),
  summary,
  totals: (desk, width, _rows, most) => accountTotals(desk, width, most),
  hasOwnTotals: true,
  detailsWant: ['fills', 'funding'],
  empty: 'No open positions. {perp.create} places an order that opens one; {focus.activity} shows what was sent.',
  loading: 'Reading positions …',
  details: (row, desk) =>
    row.position ? positionDetails(desk, row, row.position) : [{ label: 'unreadable', value: row.problem ?? '' }],
};

/** The sum is that of the perp account, so it agrees with the rows and with the equity. */
function summary({ data }: DeskView, rows: readonly PositionRow[]): Line {
  const { unrealisedUsd, unknown } = perpTotals(data) ?? { unrealisedUsd: new Big(0), unknown: 0 };
  return [
    muted(`${rows.length} open  `),
    span(formatSignedUsd(unrealisedUsd), signTone(unrealisedUsd)),
    ...(unknown > 0 ? [span(` +${unknown} unknown`, 'warn')] : []),
  ];
}
