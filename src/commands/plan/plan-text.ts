import Big from 'big.js';
import { chains } from '../../domain/market/chain.ts';
import { formatExact, formatUsd, groupThousands } from '../../domain/numbers/format.ts';
import { cleanText } from '../../domain/text/clean-text.ts';
import { isEnded, type Plan } from '../../plans/plan.ts';
import type { PlanMarket } from '../../plans/plan-kind.ts';
import { childSizeText } from '../../stores/orders/child-size-text.ts';
import { type PlanRow, planRows } from '../../stores/orders/plan-rows.ts';
import { isoTime } from '../../ui/export/field.ts';
import type { TextColumn } from '../output/text-table.ts';

export const planColumns: readonly TextColumn[] = [
  { id: 'id', title: 'ID', priority: 1 },
  { id: 'state', title: 'STATE', priority: 1 },
  { id: 'plan', title: 'PLAN', priority: 2, shrinkTo: 30 },
  { id: 'executed', title: 'EXECUTED', priority: 3, align: 'right' },
  { id: 'target', title: 'OF', priority: 3, align: 'right' },
  { id: 'unit', title: '', priority: 3 },
  { id: 'averagePrice', title: 'AVERAGE', priority: 4, align: 'right' },
  { id: 'why', title: 'WHY', priority: 5, shrinkTo: 20 },
];

/** The row of one plan, as the file has it: what its resting orders have executed is known to the desk only. */
export const rowOf = (plan: Plan): PlanRow => planRows({ plans: [plan], now: {} })[0] as PlanRow;

/** An average is a quotient: its digits beyond these say nothing. */
const rounded = (avgPx: Big): Big => new Big(avgPx.toPrecision(12));

/** A plan as a row of output; numbers are decimal texts. */
export function planFields(plan: Plan) {
  const { summary, progress, unit } = rowOf(plan);
  return {
    id: plan.id,
    state: plan.state,
    plan: summary,
    executed: progress.executed.toFixed(),
    target: progress.target.toFixed(),
    unit,
    averagePrice: progress.avgPx && rounded(progress.avgPx).toFixed(),
    why: cleanText(plan.why, 200),
    operations: plan.operations,
    maxOperations: plan.caps.operations,
    maxUsd: plan.caps.usd,
    createdAt: isoTime(plan.createdAtMs),
    endedAt: isoTime(plan.endedAtMs),
  };
}

/** A plan with its orders, for JSON. */
export const planJson = (plan: Plan) => ({
  ...planFields(plan),
  walletId: plan.walletId,
  arrivalPrice: plan.arrivalPx,
  spec: plan.spec,
  orders: plan.children.map(({ key, state, attempt, order, sentAtMs, filled, avgPx, feeUsd, recordId, message }) => ({
    key,
    state,
    attempt,
    order,
    sentAt: isoTime(sentAtMs),
    filled,
    averagePrice: avgPx,
    feeUsd,
    recordId,
    message,
  })),
});

/** `JUP JUPy… for USDC EPjF… on Solana`, with full addresses. */
const swapsText = ({ chain, input, output }: Extract<PlanMarket, { kind: 'spot' }>): string =>
  `${input.symbol} ${input.address} for ${output.symbol} ${output.address} on ${chains[chain].name}`;

/** A plan as lines for a person. */
export function planText(plan: Plan): string {
  const { summary, progress, unit, sent, planned, market } = rowOf(plan);
  const { operations, usd } = plan.caps;
  const lines = [
    ['plan', `${summary} (${plan.id})`],
    ['wallet', cleanText(plan.walletId, 64)],
    ...(market?.kind === 'spot' ? [['swaps', swapsText(market)]] : []),
    ['state', `${plan.state}${plan.why ? `: ${cleanText(plan.why, 200)}` : ''}`],
    ['executed', `${formatExact(progress.executed)} of ${formatExact(progress.target)} ${unit}`],
    ['orders', `${sent} of ${planned} sent`],
    [
      'caps',
      `${plan.operations} of ${operations} operations, ${usd === null ? 'no cap in USD' : `${formatUsd(progress.usedUsd)} of ${groupThousands(usd)} USD`}`,
    ],
    ['started', isoTime(plan.createdAtMs) ?? ''],
    ...(isEnded(plan) ? [['ended', isoTime(plan.endedAtMs) ?? '']] : []),
    ...plan.children.map(({ key, state, filled, avgPx }) => [
      key,
      `${state}${state === 'over' ? `, ${childSizeText(filled, market)}${avgPx === null ? '' : ` at ${avgPx}`}` : ''}`,
    ]),
  ];
  const width = Math.max(...lines.map(([label = '']) => label.length)) + 2;
  return lines.map(([label = '', value = '']) => `${label.padEnd(width)}${value}\n`).join('');
}
