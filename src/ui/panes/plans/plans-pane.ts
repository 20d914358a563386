import { type PlanRow, planGroup, planRows } from '../../../stores/orders/plan-rows.ts';
import type { DeskView } from '../../desk/desk.ts';
import { isoTime } from '../../export/field.ts';
import { type Line, muted, span } from '../../text/span.ts';
import { type TablePane, usualMostRows } from '../table-pane.ts';
import { nextWords, planColumns, type TimedPlan } from './plan-columns.ts';
import { planDetails } from './plan-details.ts';

/** The account's plans: orders that the desk works over time. */
export const plansPane: TablePane<TimedPlan, PlanRow> = {
  id: 'plans',
  title: 'Plans',
  heading: 'Plans pane',
  home: 'activity',
  focus: {
    title: 'plans',
    description: 'Focus the plans: orders worked over time, and how far they are',
    keys: ['M-o'],
  },
  columns: planColumns,
  reading: (desk) => ({
    data: desk.plans.getState().isLoaded ? true : undefined,
    updatedAtMs: desk.now(),
    problem: null,
    problemAtMs: 0,
    isFetching: false,
  }),
  refreshMs: () => Number.POSITIVE_INFINITY,
  mostRows: usualMostRows,
  rows: (desk) => planRows(desk.plans.getState()),
  shown: (row, desk) => ({ ...row, nowMs: desk.now() }),
  keyOf: ({ key }) => key,
  groupOf: ({ plan }) => planGroup(plan),
  problemOf: ({ problem }) => problem,
  sortValue: (row, columnId) => sortValue(row)[columnId] ?? null,
  searchText: ({ summary, plan, unit }) => `${summary} ${plan.state} ${unit} ${plan.id}`,
  fields: (row) => {
    const { plan, progress, unit } = row;
    return [
      { name: 'plan', value: row.summary },
      { name: 'state', value: plan.state },
      { name: 'why', value: plan.why },
      { name: 'executed', value: progress.executed.toFixed() },
      { name: 'target', value: progress.target.toFixed() },
      { name: 'unit', value: unit },
      { name: 'average_price', value: progress.avgPx?.toFixed() ?? null },
      { name: 'arrival_price', value: plan.arrivalPx },
      { name: 'better_bps', value: progress.betterBps?.toFixed(4) ?? null },
      { name: 'fees_usd', value: progress.feeUsd?.toFixed() ?? null },
      { name: 'operations', value: plan.operations },
      { name: 'started_at', value: isoTime(plan.createdAtMs) },
      { name: 'ended_at', value: isoTime(plan.endedAtMs) },
      { name: 'plan_id', value: plan.id },
    ];
  },
  summary,
  empty:
    'No plan yet. {plan.create} starts one: an order that the desk works over time, such as a TWAP. {desk.command} takes it typed: twap buy 2 ETH over 1h in 30.',
  loading: 'Reading the plans of this account …',
  details: planDetails,
};

function sortValue(row: TimedPlan): Readonly<Record<string, number | string | PlanRow['progress']['avgPx']>> {
  const { plan, progress } = row;
  return {
    state: plan.state,
    plan: row.summary,
    progress: progress.part,
    executed: progress.executed,
    next: nextWords(row),
    average: progress.avgPx,
    arrival: progress.betterBps,
    slippage: progress.betterUsd,
    fees: progress.feeUsd,
    left: progress.left,
    age: plan.createdAtMs,
  };
}

/** `2 active  1 paused  3 ended`, and lines that cannot be read. */
function summary(desk: DeskView, rows: readonly PlanRow[]): Line {
  const counts = [0, 1, 2].map((group) => rows.filter(({ plan }) => planGroup(plan) === group).length);
  const [active = 0, paused = 0, ended = 0] = counts;
  const { badLines } = desk.plans.getState();
  return [
    ...(badLines > 0 ? [span(`${badLines} lines unreadable  `, 'warn')] : []),
    ...(active > 0 ? [span(`${active} active  `, 'accent')] : []),
    ...(paused > 0 ? [span(`${paused} paused  `, 'warn')] : []),
    ...(ended > 0 || rows.length === 0 ? [muted(rows.length === 0 ? 'none' : `${ended} ended`)] : []),
  ];
}
