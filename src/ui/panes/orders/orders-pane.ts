import { tokenId } from '../../../domain/market/token.ts';
import type { TriggerSentence } from '../../../domain/market/trigger-order.ts';
import {
  formatAge,
  formatClockZone,
  formatDate,
  formatPct,
  formatPrice,
  formatUsd,
  groupThousands,
} from '../../../domain/numbers/format.ts';
import { cleanText } from '../../../domain/text/clean-text.ts';
import { type OrderRow, orderRows } from '../../../stores/orders/order-rows.ts';
import type { Column } from '../../components/table.ts';
import { noTrend, type Trended, tokenTrend, trendColumn } from '../../components/trend.ts';
import type { DeskView } from '../../desk/desk.ts';
import { known } from '../../text/cells.ts';
import { muted, type Span, span, type Tone } from '../../text/span.ts';
import { type TablePane, usualMostRows } from '../table-pane.ts';
import { orderFields } from './order-fields.ts';

/** An order, and the current time for its age. */
interface TimedOrder extends OrderRow, Trended {
  readonly nowMs: number;
}

const verbTones: Readonly<Record<TriggerSentence['verb'], Tone>> = { BUY: 'up', SELL: 'down', SWAP: 'accent' };

const statusTones: Readonly<Record<string, Tone>> = {
  active: 'accent',
  triggered: 'warn',
  success: 'up',
  failed: 'danger',
  expired: 'muted',
  cancelled: 'muted',
};

const worded = (show: (sentence: TriggerSentence) => Span) => (row: TimedOrder) =>
  row.sentence ? quiet(row, show(row.sentence)) : muted('');

/** Mutes an order that has ended. */
const quiet = (row: TimedOrder, cell: Span): Span => (row.isOpen ? cell : { ...cell, tone: 'muted' });

const columns: readonly Column<TimedOrder>[] = [
  {
    id: 'verb',
    title: '',
    align: 'left',
    priority: 1,
    cell: worded(({ verb }) => span(verb, verbTones[verb])),
  },
  { id: 'amount', title: 'AMOUNT', align: 'right', priority: 3, cell: worded(({ amountText }) => span(amountText)) },
  {
    id: 'token',
    title: 'TOKEN',
    align: 'left',
    priority: 1,
    shrinkTo: 5,
    cell: worded(({ symbol }) => span(symbol, 'title')),
  },
  {
    id: 'condition',
    title: 'WHEN',
    align: 'left',
    priority: 2,
    cell: worded(({ conditionText }) => span(conditionText)),
  },
  {
    id: 'now',
    title: 'NOW',
    align: 'right',
    priority: 6,
    cell: (row) => (row.isOpen ? known(row.now, (now) => levelText(row, now), 'muted') : muted('')),
  },
  {
    id: 'distance',
    title: 'AWAY',
    align: 'right',
    priority: 4,
    cell: (row) => (row.isOpen ? known(row.distancePct, (pct) => formatPct(pct, 1, { sign: true })) : muted('')),
  },
  { id: 'expiry', title: 'LEFT', align: 'right', priority: 5, cell: (row) => muted(leftText(row)) },
  {
    id: 'status',
    title: 'STATUS',
    align: 'left',
    priority: 3,
    cell: (row) => span(row.status, statusTones[row.status] ?? 'plain'),
  },
  trendColumn,
];

/** The trend of the token that an open order watches. */
const trendOf = (desk: DeskView, { chain, sentence, isOpen }: OrderRow): Span =>
  chain && sentence && isOpen ? tokenTrend(desk, tokenId({ chain, address: sentence.tokenAddress })) : noTrend;

const levelText = ({ order }: TimedOrder, now: NonNullable<OrderRow['now']>): string =>
  order?.trigger?.metric === 'price_usd' ? formatPrice(now) : formatUsd(now);

/** Time until the order expires, or since it ended. */
function leftText({ isOpen, expiresAtMs, updatedAtMs, nowMs }: TimedOrder): string {
  if (!isOpen) return updatedAtMs === null ? '' : `${formatAge(nowMs - updatedAtMs)} ago`;
  return expiresAtMs === null ? '–' : formatAge(expiresAtMs - nowMs);
}

export const ordersPane: TablePane<TimedOrder, OrderRow> = {
  id: 'orders',
  title: 'Trigger orders',
  heading: 'Trigger orders pane',
  home: 'desk',
  focus: { title: 'orders', description: 'Focus the trigger orders pane', keys: ['2'] },
  columns,
  reading: (desk) => desk.data.read('orders'),
  refreshMs: (desk) => desk.refreshMs.orders,
  mostRows: usualMostRows,
  rows: (desk) => orderRows(desk.data),
  shown: (row, desk) => ({ ...row, nowMs: desk.now(), trend: trendOf(desk, row) }),
  keyOf: (row) => row.key,
  problemOf: (row) => row.problem,
  sortValue,
  searchText: ({ sentence, status }) =>
    sentence ? `${sentence.verb} ${sentence.symbol} ${sentence.conditionText} ${status}` : status,
  fields: orderFields,
  summary: (desk, rows) => {
    const more = desk.data.read('orders').data?.nextCursor ? ', more not read' : '';
    return [muted(`${rows.filter(({ isOpen }) => isOpen).length} active${more}`)];
  },
  empty: 'No trigger orders. {order.create} places one.',
  loading: 'Reading trigger orders …',
  details,
};

function sortValue(row: TimedOrder, columnId: string) {
  if (columnId === 'now') return row.now;
  if (columnId === 'distance') return row.distancePct?.abs() ?? null;
  if (columnId === 'expiry') return row.expiresAtMs;
  if (columnId === 'status') return row.status;
  const { sentence } = row;
  if (!sentence) return null;
  return (
    { verb: sentence.verb, amount: sentence.amountText, token: sentence.symbol, condition: sentence.conditionText }[
      columnId
    ] ?? null
  );
}

const baseUnits = (amount: string): string => (/^\d+$/.test(amount) ? groupThousands(amount) : cleanText(amount));

function details(row: TimedOrder, _desk: DeskView) {
  const { order, sentence } = row;
  if (!order || !sentence) return [{ label: 'unreadable', value: row.problem ?? '' }];
  const time = (ms: number | null): string => (ms === null ? 'not shown' : `${formatDate(ms)} ${formatClockZone(ms)}`);
  return [
    {
      label: 'order',
      value: sentence.text,
    },
    { label: 'status', value: row.status },
    { label: 'chain', value: row.chain ?? 'not shown' },
    { label: 'sells', value: cleanText(order.inputToken) },
    { label: 'buys', value: cleanText(order.outputToken) },
    { label: 'amount', value: `${baseUnits(order.amount)} base units` },
    { label: 'created', value: time(row.createdAtMs) },
    { label: 'changed', value: time(row.updatedAtMs) },
    { label: 'expires', value: time(row.expiresAtMs) },
    { label: 'order id', value: cleanText(order.orderId) },
  ];
}
