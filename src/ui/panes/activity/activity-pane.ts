import { formatClock, formatClockZone } from '../../../domain/format.ts';
import type { Column } from '../../components/table.ts';
import type { Desk } from '../../desk.ts';
import { type Line, muted, span } from '../../text/span.ts';
import type { TablePane } from '../table-pane.ts';
import { orderColumns, outcomeCell } from './activity-columns.ts';
import {
  type ActivityEntry,
  activityEntries,
  isStalled,
  noticeEntries,
  type OrderEntry,
  orderEntries,
  orderGroups,
} from './activity-entry.ts';
import { activityFields } from './activity-fields.ts';
import { orderDetails } from './order-details.ts';

/** What keys, sorting and the filter know of the activity; activity-lines draws it. */
export const activityPane: TablePane<ActivityEntry> = {
  id: 'activity',
  title: 'Activity',
  columns: orderColumns as readonly Column<OrderEntry>[] as TablePane<ActivityEntry>['columns'],
  reading: (desk) => ({
    data: desk.records.getState().isLoaded ? true : undefined,
    updatedAtMs: desk.now(),
    problem: null,
    problemAtMs: 0,
    isFetching: false,
  }),
  refreshMs: () => Number.POSITIVE_INFINITY,
  rows: activityEntries,
  keyOf: ({ key }) => key,
  // What needs the person stays above, however the rest is sorted.
  groupOf: (entry) => (entry.kind === 'order' ? orderGroups.indexOf(entry.group) : 0),
  problemOf: () => null,
  sortValue: (entry, columnId) => (entry.kind === 'order' ? sortValue(entry, columnId) : null),
  searchText: (entry) =>
    entry.kind === 'notice'
      ? `${formatClock(entry.notice.atMs)} ${entry.notice.text}`
      : [
          ...[entry.summary, entry.wallet, entry.record.operation, outcomeCell(entry.record).text],
          ...[entry.record.requestId, entry.record.taskId, entry.record.task?.status, entry.record.id],
        ].join(' '),
  fields: activityFields,
  summary,
  empty:
    'Nothing has been sent yet. Whatever you send is listed here, from the moment it leaves until its outcome is known: {position.close} closes a position and {position.margin} moves its margin (pane {focus.positions}), {order.create} leaves a trigger order, {swap.create} swaps.',
  loading: 'Reading the journal of earlier runs …',
  details: (entry) =>
    entry.kind === 'order'
      ? orderDetails(entry)
      : [
          { label: 'time', value: formatClockZone(entry.notice.atMs) },
          { label: 'notice', value: entry.notice.text },
        ],
};

const sortValue = ({ record, summary, wallet }: OrderEntry, columnId: string): number | string | null =>
  ({
    time: record.sentAtMs,
    what: summary,
    outcome: outcomeCell(record).text,
    task: record.task?.status ?? null,
    took: record.tookMs,
    wallet,
    request: record.requestId,
  })[columnId] ?? null;

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
    desk.ui.getState().activity.showsNotices
      ? muted(counted(noticeEntries(desk).length, 'notice'))
      : muted(counted(entries.length, 'order')),
  ];
}

const counted = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;
