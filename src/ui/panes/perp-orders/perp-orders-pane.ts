import { reduces } from '../../../domain/market/exits.ts';
import { formatClock, formatPct, formatPrice, formatSize, formatUsd } from '../../../domain/numbers/format.ts';
import { type PerpOrderRow, perpOrderRows } from '../../../stores/orders/perp-order-rows.ts';
import { positionRows } from '../../../stores/portfolio/position-rows.ts';
import type { DeskView } from '../../desk/desk.ts';
import { isoTime } from '../../export/field.ts';
import { muted } from '../../text/span.ts';
import { type TablePane, usualMostRows } from '../table-pane.ts';
import { perpOrderColumns, type TimedPerpOrder } from './perp-order-columns.ts';

/** The open perp orders, with their distance from the mark. */
export const perpOrdersPane: TablePane<TimedPerpOrder, PerpOrderRow> = {
  id: 'perpOrders',
  title: 'Perp orders',
  heading: 'Perp orders pane',
  home: 'perps',
  focus: { title: 'perp orders', description: 'Focus the open perp orders', keys: ['8'] },
  wants: () => ({ names: ['perpOrders'] }),
  columns: perpOrderColumns,
  reading: (desk) => desk.data.read('perpOrders'),
  refreshMs: (desk) => desk.refreshMs.orders,
  mostRows: usualMostRows,
  rows: (desk) => perpOrderRows(desk.data),
  shown: (row, desk) => ({ ...row, nowMs: desk.now() }),
  keyOf: ({ key }) => key,
  problemOf: ({ problem }) => problem,
  sortValue: (row, columnId) =>
    ({
      coin: row.coin,
      side: row.isBuy ? 'buy' : 'sell',
      type: row.type,
      price: row.price,
      size: row.size,
      usd: row.usd,
      mark: row.markPx,
      distance: row.distancePct?.abs() ?? null,
      age: row.placedAtMs,
    })[columnId] ?? null,
  searchText: ({ coin, isBuy, type, key }) => `${coin} ${isBuy ? 'buy' : 'sell'} ${type} ${key}`,
  fields: (row) => [
    { name: 'coin', value: row.coin },
    { name: 'side', value: row.isBuy ? 'buy' : 'sell' },
    { name: 'type', value: row.type },
    { name: 'price', value: row.price?.toFixed() ?? null },
    { name: 'size', value: row.size?.toFixed() ?? null },
    { name: 'mark_price', value: row.markPx?.toFixed() ?? null },
    { name: 'placed_at', value: isoTime(row.placedAtMs) },
    { name: 'order_id', value: row.oid },
    { name: 'cloid', value: row.cloid },
  ],
  summary: (_desk, rows) => [muted(`${rows.length} open`)],
  empty:
    'No open perp orders. {perpOrder.create} places one; on a position (pane {focus.positions}), {quick.open} lists the quick trades.',
  loading: 'Reading the open perp orders …',
  details,
};

function details(row: TimedPerpOrder, desk: DeskView) {
  if (row.problem !== null) return [{ label: 'unreadable', value: row.problem }];
  const { price, size, usd, markPx, distancePct, placedAtMs, reduceOnly, cloid } = row;
  const placed = placedAtMs === null ? null : isoTime(placedAtMs);
  return [
    { label: 'order', value: `${row.isBuy ? 'buy' : 'sell'} ${row.coin}, ${row.type}` },
    { label: row.exit ? 'triggers at' : 'price', value: price ? `${formatPrice(price)} USD` : 'unknown' },
    {
      label: 'size',
      value: row.isWholePosition
        ? 'whole position'
        : size
          ? `${formatSize(size, row.szDecimals)} ${row.coin}`
          : 'unknown',
    },
    ...(row.exit ? [{ label: 'protects', value: protectedBy(row, desk) }] : []),
    { label: 'value', value: usd ? `${formatUsd(usd)} USD` : 'unknown' },
    { label: 'mark', value: markPx ? formatPrice(markPx) : 'unknown' },
    { label: 'away', value: distancePct ? formatPct(distancePct, 2, { sign: true }) : 'unknown' },
    {
      label: 'placed',
      value: placed && placedAtMs !== null ? `${placed.slice(0, 10)} ${formatClock(placedAtMs)} UTC` : 'not shown',
    },
    {
      label: 'reduce-only',
      value: reduceOnly === null ? 'not reported' : reduceOnly ? 'yes' : 'no',
    },
    { label: 'order id', value: row.key },
    { label: 'cloid', value: cloid ?? 'none' },
  ];
}

/** `whole position, long 4.2 ETH` or `0.5 of long 4.2 ETH`. */
function protectedBy(
  { wireCoin, coin, isBuy, isWholePosition, size, szDecimals }: PerpOrderRow,
  desk: DeskView,
): string {
  const { data } = desk.data.read('positions');
  const szi = positionRows(desk.data).find(({ key }) => key === wireCoin)?.position?.szi;
  if (!szi || !reduces(isBuy, szi)) return data ? 'nothing: no position that it would reduce' : 'unknown';
  const held = `${szi.gt(0) ? 'long' : 'short'} ${formatSize(szi.abs(), szDecimals)} ${coin}`;
  if (isWholePosition) return `whole position, ${held}`;
  return size ? `${formatSize(size, szDecimals)} of ${held}` : `part of ${held}`;
}
