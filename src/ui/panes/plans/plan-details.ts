import type Big from 'big.js';
import {
  formatExact,
  formatPrice,
  formatSignedUsd,
  formatUsd,
  groupThousands,
} from '../../../domain/numbers/format.ts';
import { cleanText, textLimits } from '../../../domain/text/clean-text.ts';
import { kindOf } from '../../../plans/kinds/kinds.ts';
import { isEnded } from '../../../plans/plan.ts';
import { pricedToken } from '../../../plans/read-spot-inputs.ts';
import { activeWallets, markedLabel } from '../../../stores/account/wallets.ts';
import type { DeskView } from '../../desk/desk.ts';
import { wholeTime } from '../../text/time-text.ts';
import { bpsWords, nextWords, type TimedPlan } from './plan-columns.ts';
import { type DetailRow, planOrderRows } from './plan-order-rows.ts';

const unknown = 'unknown';

/** A plan in full: what it is for, how far it is, and each of its orders, the newest first. */
export function planDetails(row: TimedPlan, desk: DeskView): readonly DetailRow[] {
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
    { label: 'wallet', value: walletText(desk, plan.walletId) },
    { label: 'plan id', value: plan.id },
    ...planOrderRows(row, desk),
  ];
}

/** `main (wal_main)`; the id alone where the account has no such wallet any more. */
function walletText({ data }: DeskView, walletId: string): string {
  const wallet = activeWallets(data.read('wallets').data).find((one) => one.walletId === walletId);
  const id = cleanText(walletId, 100);
  return wallet ? `${cleanText(markedLabel(wallet), textLimits.name)} (${id})` : id;
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
