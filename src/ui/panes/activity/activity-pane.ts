import type { Desk } from '../../desk.ts';
import { type Line, muted, span } from '../../text/span.ts';
import type { TablePane } from '../table-pane.ts';
import { orderColumns, outcomeCell } from './activity-columns.ts';
import { isStalled, type OrderEntry, orderEntries, orderGroups } from './activity-entry.ts';
import { activityFields } from './activity-fields.ts';
import { orderDetails } from './order-details.ts';

/** What keys, sorting and the filter know of the activity; activity-lines draws it. */
export const activityPane: TablePane<OrderEntry> = {
  id: 'activity',
  title: 'Activity',
  columns: orderColumns,
  reading: (desk) => ({
    data: desk.records.getState().isLoaded ? true : undefined,
    updatedAtMs: desk.now(),
    problem: null,
    problemAtMs: 0,
    isFetching: false,
  }),
  refreshMs: () => Number.POSITIVE_INFINITY,
  rows: orderEntries,
  keyOf: ({ key }) => key,
  // What needs the person stays above, however the rest is sorted.
  groupOf: ({ group }) => orderGroups.indexOf(group),
  problemOf: () => null,
  sortValue,
  searchText: ({ summary: text, wallet, record }) =>
    [
      ...[text, wallet, record.operation, outcomeCell(record).text],
      ...[record.requestId, record.taskId, record.task?.status, record.id],
    ].join(' '),
  fields: activityFields,
  summary,
  empty:
    'Nothing has been sent yet. Whatever you send is listed here, from the moment it leaves until its outcome is known: {position.close} closes a position and {position.margin} moves its margin (pane {focus.positions}), {order.create} leaves a trigger order, {swap.create} swaps.',
  loading: 'Reading the journal of earlier runs …',
  details: orderDetails,
};

function sortValue({ record, summary: text, wallet }: OrderEntry, columnId: string): number | string | null {
  const values: Readonly<Record<string, number | string | null | undefined>> = {
    time: record.sentAtMs,
    what: text,
    outcome: outcomeCell(record).text,
    task: record.task?.status,
    took: record.tookMs,
    wallet,
    request: record.requestId,
  };
  return values[columnId] ?? null;
}

/** What needs the person first. */
function summary(desk: Desk): Line {
  const entries = orderEntries(desk);
  const count = (isOne: (entry: OrderEntry) => boolean): number => entries.filter(isOne).length;
  const doubts = count(({ group }) => group === 'doubt');
  const sent = count(({ group }) => group === 'sent');
  const tasks = count(({ group }) => group === 'task');
  const stalled = count(isStalled);
  const gap = span('  ');
  return [
    ...(doubts > 0 ? [span(`${doubts} unknown`, 'danger'), gap] : []),
    ...(stalled > 0 ? [span(`${stalled} stalled`, 'warn'), gap] : []),
    ...(sent > 0 ? [span(`${sent} on the way`, 'accent'), gap] : []),
    ...(tasks > 0 ? [span(counted(tasks, 'task'), 'accent'), gap] : []),
    muted(counted(entries.length, 'order')),
  ];
}

const counted = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;
