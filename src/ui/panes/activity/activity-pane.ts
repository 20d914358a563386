import type { DeskView } from '../../desk/desk.ts';
import { type Line, muted, span } from '../../text/span.ts';
import type { TablePane } from '../table-pane.ts';
import { orderColumns, outcomeCell } from './activity-columns.ts';
import { isStalled, type OrderEntry, orderEntries, orderGroups } from './activity-entry.ts';
import { activityFields } from './activity-fields.ts';
import { orderDetails } from './order-details.ts';
import { selectUnresolved } from './select-unresolved.ts';

/** Keys, sorting, filter and export of the activity pane; activity-lines draws it. */
export const activityPane: TablePane<OrderEntry> = {
  id: 'activity',
  title: 'Activity',
  heading: 'Activity pane',
  home: 'activity',
  focus: {
    title: 'activity',
    description: 'Focus the activity: operations sent, their outcomes, unresolved ones first',
    keys: ['6'],
  },
  onFocus: selectUnresolved,
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
  // The groups keep their order, however the rows are sorted.
  groupOf: ({ group }) => orderGroups.indexOf(group),
  problemOf: () => null,
  sortValue,
  searchText: ({ summary: text, wallet, record }) =>
    [
      text,
      wallet,
      record.operation,
      outcomeCell(record).text,
      record.requestId,
      record.taskId,
      record.task?.status,
      record.id,
    ].join(' '),
  fields: activityFields,
  summary,
  empty:
    'Nothing has been sent yet. Every operation is listed here from sending to its outcome: {position.close} closes a position and {position.margin} changes its margin (pane {focus.positions}), {order.create} places a trigger order, {swap.create} swaps.',
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

/** The most urgent first. */
function summary(desk: DeskView): Line {
  const entries = orderEntries(desk);
  const count = (isOne: (entry: OrderEntry) => boolean): number => entries.filter(isOne).length;
  const unresolved = count(({ group }) => group === 'unresolved');
  const sent = count(({ group }) => group === 'sent');
  const tasks = count(({ group }) => group === 'task');
  const stalled = count(isStalled);
  const gap = span('  ');
  return [
    ...(unresolved > 0 ? [span(`${unresolved} unknown`, 'danger'), gap] : []),
    ...(stalled > 0 ? [span(`${stalled} stalled`, 'warn'), gap] : []),
    ...(sent > 0 ? [span(`${sent} in flight`, 'accent'), gap] : []),
    ...(tasks > 0 ? [span(counted(tasks, 'task'), 'accent'), gap] : []),
    muted(counted(entries.length, 'order')),
  ];
}

const counted = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;
