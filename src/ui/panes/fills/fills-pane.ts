import Big from 'big.js';
import { formatPrice, formatSignedUsd, formatSize, formatUsd, groupThousands } from '../../../domain/numbers/format.ts';
import { type PerpFillRow, perpFillRows } from '../../../stores/orders/perp-fill-rows.ts';
import type { DeskView } from '../../desk/desk.ts';
import { isoTime } from '../../export/field.ts';
import { signTone } from '../../text/cells.ts';
import { flow } from '../../text/flow.ts';
import { type Line, muted, span } from '../../text/span.ts';
import { wholeTime } from '../../text/time-text.ts';
import { type TablePane, usualMostRows } from '../table-pane.ts';
import { fillColumns, fillSortValue, type TimedFill } from './fill-columns.ts';

/** The perp trades of the last day, newest first. */
export const fillsPane: TablePane<TimedFill, PerpFillRow> = {
  id: 'fills',
  title: 'Perp trades',
  heading: 'Perp trades pane',
  home: 'perps',
  focus: { title: 'perp trades', description: 'Focus the perp trades of the last day', keys: ['M-f'] },
  wants: () => ({ names: ['fills'] }),
  columns: fillColumns,
  reading: (desk) => desk.data.read('fills'),
  refreshMs: (desk) => desk.refreshMs.orders,
  mostRows: usualMostRows,
  rows: (desk) => perpFillRows(desk.data),
  shown: (row, desk) => ({ ...row, nowMs: desk.now() }),
  keyOf: ({ key }) => key,
  problemOf: ({ problem }) => problem,
  sortValue: fillSortValue,
  searchText: ({ coin, isBuy, direction, oid }) => `${coin} ${isBuy ? 'buy' : 'sell'} ${direction} ${oid ?? ''}`,
  fields: (row) => [
    { name: 'time', value: isoTime(row.atMs) },
    { name: 'coin', value: row.coin },
    { name: 'side', value: row.isBuy ? 'buy' : 'sell' },
    { name: 'direction', value: row.direction || null },
    { name: 'price', value: row.price?.toFixed() ?? null },
    { name: 'size', value: row.size?.toFixed() ?? null },
    { name: 'value_usd', value: row.usd?.toFixed() ?? null },
    { name: 'fee_usd', value: row.fee?.toFixed() ?? null },
    { name: 'closed_pnl_usd', value: row.closedPnl?.toFixed() ?? null },
    { name: 'position_before', value: row.startPosition?.toFixed() ?? null },
    { name: 'order_id', value: row.oid },
    { name: 'cloid', value: row.cloid },
  ],
  summary: (_desk, rows) => [muted(`${rows.length} in 24 h`)],
  totals,
  empty: 'No perp trades in the last 24 hours. Fills are listed here: {perp.create} places an order.',
  loading: 'Reading the perp trades …',
  details,
};

/** The sum of the known values, and the number of missing ones, which are not counted as zero. */
function sumOf(rows: readonly PerpFillRow[], of: (row: PerpFillRow) => Big | null): { total: Big; missing: number } {
  const values = rows.map(of);
  const total = values.reduce<Big>((sum, value) => (value ? sum.plus(value) : sum), new Big(0));
  return { total, missing: values.filter((value) => value === null).length };
}

const missingText = (missing: number): Line => (missing > 0 ? [span(` + ${missing} unknown`, 'warn')] : []);

/** Totals of all trades of the day, regardless of the filter. */
function totals(desk: DeskView, width: number): Line[] {
  const rows = perpFillRows(desk.data);
  const pnl = sumOf(rows, ({ closedPnl }) => closedPnl);
  const fees = sumOf(rows, ({ fee }) => fee);
  const traded = sumOf(rows, ({ usd }) => usd);
  const net = pnl.total.minus(fees.total);
  const parts: Line[] = [
    [muted('  closed PnL '), span(formatSignedUsd(pnl.total), signTone(pnl.total)), ...missingText(pnl.missing)],
    [muted('fees '), span(formatUsd(fees.total)), ...missingText(fees.missing)],
    [muted('after fees '), span(formatSignedUsd(net), signTone(net))],
    [muted('traded '), span(formatUsd(traded.total)), ...missingText(traded.missing)],
  ];
  return flow(parts, width).slice(0, 1);
}

function details(row: TimedFill) {
  if (row.problem !== null) return [{ label: 'unreadable', value: row.problem }];
  const usd = (value: Big | null, show: (value: Big) => string): string => (value ? `${show(value)} USD` : 'unknown');
  const sized = (value: Big | null, sign = false): string =>
    value ? `${formatSize(value, row.szDecimals, { sign })} ${row.coin}` : 'not reported';
  return [
    { label: 'time', value: wholeTime(row.atMs) },
    { label: 'trade', value: `${row.isBuy ? 'buy' : 'sell'} ${row.coin}${row.direction ? `, ${row.direction}` : ''}` },
    { label: 'price', value: usd(row.price, formatPrice) },
    { label: 'size', value: sized(row.size) },
    { label: 'value', value: usd(row.usd, formatUsd) },
    { label: 'fee', value: usd(row.fee, (fee) => groupThousands(fee.toFixed())) },
    { label: 'closed PnL', value: usd(row.closedPnl, (pnl) => `${formatSignedUsd(pnl)}`) },
    { label: 'position before', value: sized(row.startPosition, true) },
    { label: 'order id', value: row.oid === null ? 'not reported' : String(row.oid) },
    { label: 'cloid', value: row.cloid ?? 'none' },
  ];
}
