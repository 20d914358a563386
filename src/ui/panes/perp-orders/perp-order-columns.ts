import { formatAge, formatPct, formatPrice } from '../../../domain/numbers/format.ts';
import type { PerpOrderRow } from '../../../stores/orders/perp-order-rows.ts';
import { perpColumns } from '../../components/perp-columns.ts';
import type { Column } from '../../components/table.ts';
import { known } from '../../text/cells.ts';
import { span } from '../../text/span.ts';

/** An order, and the current time for its age. */
export interface TimedPerpOrder extends PerpOrderRow {
  readonly nowMs: number;
}

/** An exit says what it protects; it is always reduce-only. */
const typeText = ({ type, reduceOnly, exit, isWholePosition }: PerpOrderRow): string =>
  `${type}${exit ? (isWholePosition ? ', whole position' : '') : reduceOnly ? ' reduce-only' : ''}`;

export const perpOrderColumns: readonly Column<TimedPerpOrder>[] = [
  perpColumns.coin,
  perpColumns.side,
  { id: 'type', title: 'TYPE', align: 'left', priority: 3, cell: (row) => span(typeText(row)) },
  perpColumns.price,
  {
    ...perpColumns.size,
    cell: (row) => (row.isWholePosition ? span('all') : perpColumns.size.cell(row)),
  },
  perpColumns.usd,
  {
    id: 'mark',
    title: 'MARK',
    align: 'decimal',
    priority: 7,
    cell: ({ markPx }) => known(markPx, formatPrice, 'muted'),
  },
  {
    id: 'distance',
    title: 'AWAY',
    align: 'right',
    priority: 4,
    cell: ({ distancePct }) => known(distancePct, (pct) => formatPct(pct, 2, { sign: true })),
  },
  {
    id: 'age',
    title: 'AGE',
    align: 'right',
    priority: 5,
    cell: ({ placedAtMs, nowMs }) => known(placedAtMs, (atMs) => formatAge(nowMs - atMs), 'muted'),
  },
];
