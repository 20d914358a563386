import { formatSignedUsd, formatUsd } from '../../../domain/numbers/format.ts';
import type { PerpFillRow } from '../../../stores/orders/perp-fill-rows.ts';
import { perpColumns } from '../../components/perp-columns.ts';
import type { Column } from '../../components/table.ts';
import { known, signTone } from '../../text/cells.ts';
import { muted } from '../../text/span.ts';
import { timeText } from '../../text/time-text.ts';

/** A trade, and the current time for its age. */
export interface TimedFill extends PerpFillRow {
  readonly nowMs: number;
}

export const fillColumns: readonly Column<TimedFill>[] = [
  { id: 'time', title: 'TIME', align: 'right', priority: 3, cell: ({ atMs, nowMs }) => muted(timeText(atMs, nowMs)) },
  perpColumns.coin,
  perpColumns.side,
  {
    id: 'direction',
    title: 'ACTION',
    align: 'left',
    priority: 8,
    cell: ({ direction }) => (direction === '' ? muted('–') : muted(direction.toLowerCase())),
  },
  perpColumns.price,
  perpColumns.size,
  perpColumns.usd,
  { id: 'fee', title: 'FEE', align: 'right', priority: 5, cell: ({ fee }) => known(fee, formatUsd, 'muted') },
  {
    id: 'pnl',
    title: 'CLOSED PnL',
    align: 'right',
    priority: 4,
    cell: ({ closedPnl }) => known(closedPnl, formatSignedUsd, signTone(closedPnl)),
  },
];

export const fillSortValue = (row: TimedFill, columnId: string) =>
  ({
    time: row.atMs,
    coin: row.coin,
    side: row.isBuy ? 'buy' : 'sell',
    direction: row.direction,
    price: row.price,
    size: row.size,
    usd: row.usd,
    fee: row.fee,
    pnl: row.closedPnl,
  })[columnId] ?? null;
