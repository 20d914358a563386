import { formatAge, formatPct, formatPrice, formatSize, formatUsd } from '../../../domain/format.ts';
import type { PerpOrderRow } from '../../../stores/perp-order-rows.ts';
import type { Column } from '../../components/table.ts';
import { known } from '../../text/cells.ts';
import { span } from '../../text/span.ts';

/** A row of the pane: the order, and what the clock makes of it. */
export interface TimedPerpOrder extends PerpOrderRow {
  readonly nowMs: number;
}

const side = (isBuy: boolean) => span(isBuy ? 'BUY' : 'SELL', isBuy ? 'up' : 'down');

/** A trigger order of which nothing else is told ends a position. */
const typeText = ({ type, reduceOnly, isTrigger }: PerpOrderRow): string =>
  `${type}${reduceOnly ? ' reduce' : isTrigger && reduceOnly === null ? ' exit' : ''}`;

export const perpOrderColumns: readonly Column<TimedPerpOrder>[] = [
  { id: 'coin', title: 'COIN', align: 'left', priority: 1, cell: ({ coin }) => span(coin, 'title') },
  { id: 'side', title: 'SIDE', align: 'left', priority: 1, cell: ({ isBuy }) => side(isBuy) },
  { id: 'type', title: 'TYPE', align: 'left', priority: 3, cell: (row) => span(typeText(row)) },
  { id: 'price', title: 'PRICE', align: 'decimal', priority: 1, cell: ({ price }) => known(price, formatPrice) },
  {
    id: 'size',
    title: 'SIZE',
    align: 'decimal',
    priority: 2,
    cell: ({ size, szDecimals }) => known(size, (value) => formatSize(value, szDecimals)),
  },
  { id: 'usd', title: 'USD', align: 'right', priority: 6, cell: ({ usd }) => known(usd, formatUsd, 'muted') },
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
