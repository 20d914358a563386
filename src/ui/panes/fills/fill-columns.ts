import { formatPrice, formatSignedUsd, formatSize, formatUsd } from '../../../domain/format.ts';
import type { PerpFillRow } from '../../../stores/perp-fill-rows.ts';
import type { Column } from '../../components/table.ts';
import { known, signTone } from '../../text/cells.ts';
import { muted, span } from '../../text/span.ts';
import { timeText } from '../../text/time-text.ts';

/** A trade, and what the clock makes of it. */
export interface TimedFill extends PerpFillRow {
  readonly nowMs: number;
}

export const fillColumns: readonly Column<TimedFill>[] = [
  { id: 'time', title: 'TIME', align: 'right', priority: 3, cell: ({ atMs, nowMs }) => muted(timeText(atMs, nowMs)) },
  { id: 'coin', title: 'COIN', align: 'left', priority: 1, cell: ({ coin }) => span(coin, 'title') },
  {
    id: 'side',
    title: 'SIDE',
    align: 'left',
    priority: 1,
    cell: ({ isBuy }) => span(isBuy ? 'BUY' : 'SELL', isBuy ? 'up' : 'down'),
  },
  {
    id: 'direction',
    title: 'DID',
    align: 'left',
    priority: 8,
    cell: ({ direction }) => (direction === '' ? muted('–') : muted(direction.toLowerCase())),
  },
  { id: 'price', title: 'PRICE', align: 'decimal', priority: 1, cell: ({ price }) => known(price, formatPrice) },
  {
    id: 'size',
    title: 'SIZE',
    align: 'decimal',
    priority: 2,
    cell: ({ size, szDecimals }) => known(size, (value) => formatSize(value, szDecimals)),
  },
  { id: 'usd', title: 'USD', align: 'right', priority: 6, cell: ({ usd }) => known(usd, formatUsd, 'muted') },
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
