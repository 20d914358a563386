import type Big from 'big.js';
import { formatAge, formatExact, formatPrice, formatSignedUsd, formatUsd } from '../../../domain/numbers/format.ts';
import { cleanText } from '../../../domain/text/clean-text.ts';
import { isEnded, type Plan } from '../../../plans/plan.ts';
import type { PlanRow } from '../../../stores/orders/plan-rows.ts';
import { gauge } from '../../components/gauge.ts';
import type { Column } from '../../components/table.ts';
import { known, signTone } from '../../text/cells.ts';
import { muted, span, type Tone } from '../../text/span.ts';
import { spanText } from '../../text/span-text.ts';

/** A plan, and the current time for its countdown. */
export interface TimedPlan extends PlanRow {
  readonly nowMs: number;
}

export const stateTone = ({ state, pausedBy }: Plan): Tone => {
  if (state === 'paused') return pausedBy === 'plan' ? 'danger' : 'warn';
  return ({ active: 'accent', cancelling: 'warn', done: 'up', cancelled: 'muted' } as const)[state];
};

/** What it waits for, as words: `slice 4 in 2m30s`, `slice 4: there is no quote`, `paused by you`. */
export function nextWords({ plan, now, nowMs }: TimedPlan): string {
  if (plan.why !== '') return cleanText(plan.why, 120);
  if (isEnded(plan)) return '';
  const what = cleanText(now.what, 120);
  if (now.untilMs === null || !now.isDue) return what;
  const leftMs = now.untilMs - nowMs;
  return leftMs >= 1_000 ? `${what} in ${spanText(leftMs)}` : what;
}

/** `+1.2 bps`: better than the arrival price is above zero. */
export const bpsWords = (bps: Big): string => {
  const text = bps.abs().toFixed(1);
  return `${/[1-9]/.test(text) ? (bps.lt(0) ? '−' : '+') : ''}${text} bps`;
};

const gaugeWidth = 10;

export const planColumns: readonly Column<TimedPlan>[] = [
  { id: 'state', title: 'STATE', align: 'left', priority: 1, cell: ({ plan }) => span(plan.state, stateTone(plan)) },
  {
    id: 'plan',
    title: 'PLAN',
    align: 'left',
    priority: 1,
    shrinkTo: 24,
    cell: ({ summary }) => span(summary, 'title'),
  },
  {
    id: 'progress',
    title: 'PROGRESS',
    align: 'right',
    priority: 2,
    cell: ({ progress: { part } }) => span(`${gauge(part, gaugeWidth)} ${`${Math.floor(part * 100)} %`.padStart(5)}`),
  },
  {
    id: 'executed',
    title: 'EXECUTED',
    align: 'right',
    priority: 4,
    cell: ({ progress: { executed, target }, unit }) =>
      span(`${formatExact(executed)} of ${formatExact(target)} ${unit}`),
  },
  { id: 'next', title: 'NEXT', align: 'left', priority: 3, shrinkTo: 20, cell: (row) => nextCell(row) },
  {
    id: 'average',
    title: 'AVERAGE',
    align: 'decimal',
    priority: 5,
    cell: ({ progress: { avgPx } }) => known(avgPx, formatPrice),
  },
  {
    id: 'arrival',
    title: 'VS ARRIVAL',
    align: 'right',
    priority: 6,
    cell: ({ progress: { betterBps } }) => known(betterBps, bpsWords, signTone(betterBps)),
  },
  {
    id: 'slippage',
    title: 'SLIPPAGE',
    align: 'right',
    priority: 8,
    cell: ({ progress: { betterUsd } }) => known(betterUsd, formatSignedUsd, signTone(betterUsd)),
  },
  {
    id: 'fees',
    title: 'FEES',
    align: 'right',
    priority: 7,
    cell: ({ progress: { feeUsd } }) => known(feeUsd, formatUsd, 'muted'),
  },
  {
    id: 'left',
    title: 'LEFT',
    align: 'right',
    priority: 9,
    cell: ({ progress: { left }, unit }) => muted(`${formatExact(left)} ${unit}`),
  },
  {
    id: 'age',
    title: 'AGE',
    align: 'right',
    priority: 10,
    cell: ({ plan, nowMs }) => muted(formatAge((plan.endedAtMs ?? nowMs) - plan.createdAtMs)),
  },
];

function nextCell(row: TimedPlan) {
  const text = nextWords(row);
  const tone = row.plan.state === 'paused' ? stateTone(row.plan) : row.now.untilMs === null ? 'muted' : 'plain';
  return text === '' ? muted('–') : span(text, tone);
}
