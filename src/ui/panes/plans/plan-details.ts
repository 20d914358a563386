import Big from 'big.js';
import {
  formatClock,
  formatExact,
  formatPrice,
  formatSignedUsd,
  formatUsd,
  groupThousands,
} from '../../../domain/numbers/format.ts';
import { cleanText, textLimits } from '../../../domain/text/clean-text.ts';
import type { ChildOrder } from '../../../plans/child-order.ts';
import { kindOf } from '../../../plans/kinds/kinds.ts';
import { type Child, childOf, isEnded } from '../../../plans/plan.ts';
import type { PlanMarket } from '../../../plans/plan-kind.ts';
import { pricedToken } from '../../../plans/read-spot-inputs.ts';
import type { DeskView } from '../../desk/desk.ts';
import { wholeTime } from '../../text/time-text.ts';
import { bpsWords, nextWords, type TimedPlan } from './plan-columns.ts';

interface Row {
  readonly label: string;
  readonly value: string;
}

const unknown = 'unknown';

/** A plan in full: what it is for, how far it is, and each of its orders, the newest first. */
export function planDetails(row: TimedPlan, desk: DeskView): readonly Row[] {
  const { plan, progress, unit, problem, planned, sent } = row;
  if (problem !== null) return [{ label: 'unreadable', value: problem }];
  const { executed, target, left, avgPx, betterBps, betterUsd, feeUsd, usedUsd } = progress;
  const next = nextWords(row);
  return [
    { label: 'plan', value: row.summary },
    { label: 'state', value: plan.state },
    ...(next === '' ? [] : [{ label: isEnded(plan) || plan.state === 'paused' ? 'why' : 'next', value: next }]),
    {
      label: 'executed',
      value: `${formatExact(executed)} of ${formatExact(target)} ${unit}, ${formatExact(left)} left`,
    },
    { label: 'orders', value: `${sent} of ${planned} sent` },
    { label: 'average', value: avgPx ? formatPrice(avgPx) : 'nothing has executed' },
    {
      label: 'arrival',
      value: plan.arrivalPx === null ? unknown : arrivalText(row, plan.arrivalPx),
    },
    ...(betterBps
      ? [
          {
            label: 'slippage',
            value: `${betterUsd ? `${formatSignedUsd(betterUsd)} USD, ` : ''}${bpsWords(betterBps)} against the arrival price (below zero is worse)`,
          },
        ]
      : []),
    { label: 'fees', value: feeUsd ? `${formatUsd(feeUsd)} USD` : unknown },
    { label: 'caps', value: capsText(row, usedUsd) },
    { label: 'started', value: wholeTime(plan.createdAtMs) },
    ...(plan.endedAtMs === null ? [] : [{ label: 'ended', value: wholeTime(plan.endedAtMs) }]),
    ...(isEnded(plan)
      ? []
      : [
          { label: 'desk closed', value: kindOf(plan.spec).withoutDesk(plan.spec) },
          { label: 'after a gap', value: kindOf(plan.spec).gapRule },
        ]),
    { label: 'wallet', value: cleanText(plan.walletId, 100) },
    { label: 'plan id', value: plan.id },
    ...childRows(row, desk),
  ];
}

function arrivalText({ market }: TimedPlan, arrivalPx: string): string {
  const of =
    market?.kind === 'spot'
      ? `USD for one ${cleanText(pricedToken(market).symbol, textLimits.symbol)}`
      : 'the mid price';
  return `${groupThousands(arrivalPx)}, ${of} when it was started`;
}

function capsText({ plan }: TimedPlan, usedUsd: Big): string {
  const { operations, usd } = plan.caps;
  const used = `${plan.operations} of ${operations} operations`;
  return usd === null ? `${used}, no cap in USD` : `${used}, ${formatUsd(usedUsd)} of ${formatUsd(usd)} USD`;
}

/** The newest orders of a plan that are listed; all are in the plan file. */
const mostChildren = 200;

function childRows({ plan, now, market }: TimedPlan, desk: DeskView): Row[] {
  const { children } = plan;
  const wanted = new Set(children.slice(-mostChildren).map(({ recordId }) => recordId));
  const requests = new Map(
    desk.records
      .getState()
      .records.filter(({ id }) => wanted.has(id))
      .map(({ id, requestId }) => [id, requestId]),
  );
  const shown = children.slice(-mostChildren).reverse();
  const older = children.length - shown.length;
  return [
    ...shown.map((child, index) => ({
      label: index === 0 ? 'its orders' : '',
      value: childText(child, {
        order: orderText(child.order, market, (key) => childOf(plan, key)?.order),
        execution: now.executions.get(child.key),
        sizeText: (filled) => sizeText(filled, market),
        requestId: (child.recordId && requests.get(child.recordId)) || null,
      }),
    })),
    ...(older > 0 ? [{ label: '', value: `and ${older} earlier ones` }] : []),
  ];
}

interface About {
  readonly order: string;
  readonly execution: { readonly filled: Big; readonly avgPx: Big | null } | undefined;
  readonly requestId: string | null;
  sizeText(filled: Big): string;
}

/** Spot sizes are base units of what is sold; the screen shows whole tokens. */
function sizeText(size: Big, market: PlanMarket | null): string {
  if (market?.kind !== 'spot') return formatExact(size);
  const { decimals, symbol } = market.input;
  return `${formatExact(size.div(new Big(10).pow(decimals)))} ${cleanText(symbol, textLimits.symbol)}`;
}

/** `14:03:22  slice 3  buy 0.1 ETH market, over: 0.1 at 3,441.2, fee 0.12 USD, request req_1`. */
function childText(child: Child, { order, execution, requestId, sizeText: ofSize }: About): string {
  const { key, state, attempt, message, sentAtMs, feeUsd } = child;
  const filled = state === 'over' ? new Big(child.filled) : (execution?.filled ?? null);
  const avgPx = state === 'over' && child.avgPx !== null ? new Big(child.avgPx) : (execution?.avgPx ?? null);
  const isPlaced = child.order.do !== 'cancel' && child.order.do !== 'modify';
  const parts = [
    `${state}${attempt > 1 ? `, attempt ${attempt}` : ''}`,
    ...(isPlaced && filled ? [`filled ${ofSize(filled)}${avgPx ? ` at ${formatPrice(avgPx)}` : ''}`] : []),
    ...(feeUsd === null || Number(feeUsd) === 0 ? [] : [`fee ${formatUsd(feeUsd)} USD`]),
    ...(message === '' || state === 'working' || state === 'over' ? [] : [cleanText(message, 200)]),
    ...(requestId ? [`request ${cleanText(requestId, 100)}`] : []),
  ];
  return `${formatClock(sentAtMs)}  ${key}  ${order}: ${parts.join(', ')}`;
}

function orderText(
  order: ChildOrder,
  market: PlanMarket | null,
  orderOf: (key: string) => ChildOrder | undefined,
): string {
  switch (order.do) {
    case 'perp': {
      const price = order.type === 'market' ? 'market' : `at ${groupThousands(order.px)}`;
      return `${order.isBuy ? 'buy' : 'sell'} ${groupThousands(order.sz)} ${order.coin} ${price}${order.reduceOnly ? ' reduce-only' : ''}`;
    }
    case 'modify':
      return `${orderOf(order.target) ? order.target : 'an order'} to ${groupThousands(order.sz)} at ${groupThousands(order.px)}`;
    case 'cancel':
      return 'cancel';
    case 'swap':
      return `swap ${sizeText(new Big(order.baseUnits), market)}`;
    case 'trigger':
      return `sell ${sizeText(new Big(order.baseUnits), market)} when the price is ${order.direction} ${groupThousands(order.value)} USD`;
  }
}
