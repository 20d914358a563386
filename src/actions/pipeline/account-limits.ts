import Big from 'big.js';
import { formatCents, formatPct } from '../../domain/numbers/format.ts';
import type { QueryName } from '../../stores/desk-data.ts';
import { whyNotFresh } from '../../stores/freshness.ts';
import { accountHeat, heatAfter, type RiskTrade } from '../../stores/portfolio/account-heat.ts';
import { equityTotal } from '../../stores/portfolio/equity.ts';
import { acceptedSinceRead, pendingPerpOrder, riskCounts } from '../../stores/portfolio/risk-counts.ts';
import type { ActionContext } from './action-context.ts';

type Context = Pick<ActionContext, 'data' | 'session' | 'records' | 'caps' | 'clock'>;

/** What an order that adds risk brings to the account. */
export interface Opens {
  /** How many orders may rest at the service because of it. */
  readonly orders: number;
  /** Perp orders as they may be filled; empty for a spot order, null if the desk cannot tell. */
  readonly trades: readonly RiskTrade[] | null;
}

/**
 * Why the user's limits of the account refuse an order that adds risk, as a sentence; null if they do not. What is not known
 * is never taken to be within a limit. An order that lowers the heat, such as one that brings a stop, is not refused.
 */
export function accountLimitProblem(context: Context, opens: Opens): string | null {
  const { maxOpenPositions, maxOpenOrders, maxHeatPct } = context.caps.risk;
  if (maxOpenPositions === null && maxOpenOrders === null && maxHeatPct === null) return null;
  const unknown = whyUnknown(context, opens);
  if (unknown) return unknown;
  if (isLess(context, opens)) return null;
  return positionsProblem(context, opens) ?? ordersProblem(context, opens) ?? heatProblem(context, opens);
}

function whyUnknown({ data, session, records, caps, clock }: Context, { trades }: Opens): string | null {
  const { maxOpenPositions, maxOpenOrders, maxHeatPct } = caps.risk;
  const isPerp = trades?.length !== 0;
  const needs: QueryName[] = [
    ...((isPerp && (maxOpenPositions !== null || maxHeatPct !== null)) || maxOpenOrders !== null
      ? (['positions', 'perpOrders'] as const)
      : []),
    ...(maxOpenOrders === null ? [] : (['orders'] as const)),
    ...(isPerp && maxHeatPct !== null ? (['markets', 'balances', 'holdings'] as const) : []),
  ];
  if (needs.length === 0) return null;
  const stale = whyNotFresh(data, session, needs, clock.now());
  if (stale) return `${ofLimits} ${stale}`;
  const newer = acceptedSinceRead(data, records.getState().records);
  return newer
    ? `${ofLimits} Waiting for the orders: they were last read before “${newer.summary}” was accepted.`
    : null;
}

const ofLimits = 'Your limits of the account cannot be checked yet.';

/** Whether the order makes the heat smaller. */
function isLess({ data }: Context, { trades }: Opens): boolean {
  const after = trades && trades.length > 0 ? heatAfter(data, trades) : null;
  const { usd } = accountHeat(data).all;
  return after !== null && usd !== null && after.lt(usd);
}

function positionsProblem({ data, records, caps }: Context, { trades }: Opens): string | null {
  const most = caps.risk.maxOpenPositions;
  if (most === null || trades?.length === 0) return null;
  if (!trades) return `Your limit is ${counted(most, 'open position')}, and what this order opens is unknown.`;
  const { coins } = riskCounts(data, records.getState().records);
  const after = new Set([...coins, ...trades.map(({ coin }) => coin)]);
  return after.size > coins.size && after.size > most
    ? `It would be position ${after.size}, counting resting orders that would open one; your limit is ${most}.`
    : null;
}

function ordersProblem({ data, records, caps }: Context, opens: Opens): string | null {
  const most = caps.risk.maxOpenOrders;
  if (most === null || opens.orders === 0) return null;
  const { orders, isMore } = riskCounts(data, records.getState().records);
  const after = orders + opens.orders;
  if (after > most) return `It would be open order ${after}${isMore ? ' or later' : ''}; your limit is ${most}.`;
  return isMore ? `Your limit is ${counted(most, 'open order')}, and the service lists only a part of them.` : null;
}

function heatProblem({ data, records, caps }: Context, { trades }: Opens): string | null {
  const most = caps.risk.maxHeatPct;
  if (most === null || trades?.length === 0) return null;
  const limit = `your limit is ${most} % of the equity`;
  const pending = pendingPerpOrder(records.getState().records);
  if (pending) return `The heat is unknown while the outcome of “${pending.summary}” is; ${limit}.`;
  const { all, missing } = accountHeat(data);
  const after = trades && heatAfter(data, trades);
  const equity = equityTotal({ data, records });
  if (!after || !all.usd || !equity) return `The heat is unknown${wordsOf(missing)}; ${limit}.`;
  if (after.lte(all.usd) || (equity.gt(0) && after.times(100).lte(equity.times(most)))) return null;
  return `The heat would be ${formatCents(after)} USD${shareOf(after, equity)}, now ${formatCents(all.usd)}; ${limit}.`;
}

const wordsOf = (missing: readonly string[]): string => (missing.length > 0 ? ` (${missing.join(', ')})` : '');

/** Rounded up, so that what is above a limit does not show as the limit. */
const shareOf = (usd: Big, equity: Big): string =>
  equity.gt(0) ? `, ${formatPct(usd.times(100).div(equity).round(2, Big.roundUp), 2)}` : '';

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
