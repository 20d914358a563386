import Big from 'big.js';
import { fieldsOf } from '../../domain/fields.ts';
import { quoteToken } from '../../domain/market/token.ts';
import { memoOn } from '../../domain/memo-on.ts';
import { cleanText } from '../../domain/text/clean-text.ts';
import type { ChildOrder } from '../../plans/child-order.ts';
import { kindOf } from '../../plans/kinds/kinds.ts';
import { type Child, isEnded, isWorked, type Plan } from '../../plans/plan.ts';
import type { Execution, PlanMarket } from '../../plans/plan-kind.ts';
import { isPurchase } from '../../plans/read-spot-inputs.ts';
import { nothingYet, type PlanNow, type PlansState } from './plans.ts';

/** What a plan has done so far. Sizes in coins, or whole tokens of what is sold. */
export interface PlanProgress {
  readonly executed: Big;
  readonly target: Big;
  readonly left: Big;
  /** 0 to 1. */
  readonly part: number;
  /** Average price of what has executed, in USD; null before the first fill. */
  readonly avgPx: Big | null;
  /** Basis points that the average is better than the arrival price, negative for worse; null if either is unknown. */
  readonly betterBps: Big | null;
  /** The same in USD; null too where a native token is spent. */
  readonly betterUsd: Big | null;
  /** Null if a fee has not been read. */
  readonly feeUsd: Big | null;
  /** USD that its children may have traded, of its cap. */
  readonly usedUsd: Big;
}

/** A plan with its progress. Texts are cleaned. */
export interface PlanRow {
  readonly key: string;
  readonly plan: Plan;
  /** Why it cannot be shown: another version wrote it. Null if it can. */
  readonly problem: string | null;
  readonly summary: string;
  readonly title: string;
  readonly unit: string;
  readonly market: PlanMarket | null;
  /** Orders that it intends in all, and those of them that have been sent. */
  readonly planned: number;
  readonly sent: number;
  readonly progress: PlanProgress;
  readonly now: PlanNow;
}

/** Rows of the plans: active ones first, then paused, then those that have ended; the newest first in each group. */
export function planRows({ plans, now }: Pick<PlansState, 'plans' | 'now'>): PlanRow[] {
  const rows = plans.map((plan) => rowOf(plan, now[plan.id] ?? nothingYet)).reverse();
  return rows.sort((a, b) => planGroup(a.plan) - planGroup(b.plan));
}

/** Place of a plan's group in the list. */
export const planGroup = (plan: Plan): number => (isWorked(plan) ? 0 : isEnded(plan) ? 2 : 1);

/** A plan and what it does now are replaced when they change, so a row is computed once for each pair. */
const rowsOf = memoOn((_plan: Plan) => new WeakMap<PlanNow, PlanRow>());

function rowOf(plan: Plan, now: PlanNow): PlanRow {
  const rows = rowsOf(plan);
  const known = rows.get(now);
  if (known) return known;
  const row = {
    ...partsOf(plan),
    key: plan.id,
    plan,
    summary: cleanText(plan.summary, 200),
    now,
    progress: progressOf(plan, now),
  };
  rows.set(now, row);
  return row;
}

/** What of a row depends on the plan's spec only. */
const specParts = memoOn((spec: Plan['spec']) => {
  try {
    const kind = kindOf(spec);
    const planned = kind.planned(spec);
    const market = kind.market(spec);
    const { size, unit, scale } = unitOf(market, kind.target(spec));
    const side = sideOf(market);
    const target = new Big(size).div(scale);
    return { kind, unit, scale, target, children: planned, planned: planned.length, market, side };
  } catch {
    return null;
  }
});

/** What its sizes are: bought, sold, or spent on a purchase; `dollars` where that is a stablecoin. */
type Side = 'buy' | 'sell' | 'spend' | 'dollars';

function sideOf(market: PlanMarket): Side {
  if (market.kind === 'perp') return market.isBuy ? 'buy' : 'sell';
  if (!isPurchase(market)) return 'sell';
  return quoteToken({ chain: market.chain, address: market.inputToken })?.kind === 'stable' ? 'dollars' : 'spend';
}

/** A spot plan counts in base units of what it sells; the screen shows whole tokens. */
function unitOf(market: PlanMarket, { size, unit }: { readonly size: string; readonly unit: string }) {
  const { decimals, symbol } = 'input' in market ? fieldsOf(market.input) : fieldsOf(null);
  const isSpot = typeof decimals === 'number' && typeof symbol === 'string';
  return isSpot ? { size, unit: symbol, scale: new Big(10).pow(decimals) } : { size, unit, scale: new Big(1) };
}

function partsOf({
  spec,
  children,
}: Plan): Pick<PlanRow, 'problem' | 'title' | 'unit' | 'market' | 'planned' | 'sent'> {
  const parts = specParts(spec);
  const sent = children.filter(
    ({ order, state }) => isPlaced(order) && state !== 'not-sent' && state !== 'rejected',
  ).length;
  if (!parts) {
    const problem = `written by another version: ${cleanText(spec.kind, 40)}`;
    return { problem, title: cleanText(spec.kind, 40), unit: '', market: null, planned: sent, sent };
  }
  const { kind, unit, planned, market } = parts;
  return {
    problem: null,
    title: kind.title,
    unit: cleanText(unit, 20),
    market,
    planned: Math.max(planned, sent),
    sent,
  };
}

const isPlaced = (order: ChildOrder): boolean => order.do !== 'modify' && order.do !== 'cancel';

/** What a child has executed: as written down once it is over, until then as read last. */
function executionOf(child: Child, { executions }: PlanNow): Pick<Execution, 'filled' | 'avgPx' | 'feeUsd'> | null {
  if (child.state !== 'over') return executions.get(child.key) ?? null;
  const read = (text: string | null): Big | null => (text === null ? null : new Big(text));
  return { filled: new Big(child.filled), avgPx: read(child.avgPx), feeUsd: read(child.feeUsd) };
}

/** What counts towards the target: orders on the plan's own side. Exits and stops trade on the other. */
function counted({ children, spec }: Plan): readonly Child[] {
  const { market, kind } = specParts(spec) ?? {};
  const isBuy = market?.kind === 'perp' ? market.isBuy : null;
  return children.filter(
    ({ key, order }) =>
      isPlaced(order) && (order.do !== 'perp' || order.isBuy === isBuy) && kind?.countsToTarget?.(key) !== false,
  );
}

function progressOf(plan: Plan, now: PlanNow): PlanProgress {
  const { target = new Big(0), scale = new Big(1), side = null } = specParts(plan.spec) ?? {};
  const zero = new Big(0);
  const fills = counted(plan).flatMap((child) => {
    const execution = executionOf(child, now);
    return execution?.filled.gt(0) ? [{ ...execution, filled: execution.filled.div(scale) }] : [];
  });
  const executed = fills.reduce((sum, { filled }) => sum.plus(filled), zero);
  const avgPx = averageOf(fills, side === 'spend' || side === 'dollars');
  const all = plan.children.flatMap((child) => executionOf(child, now) ?? []);
  const paying = all.filter(({ filled }) => filled.gt(0));
  return {
    executed,
    target,
    left: executed.gt(target) ? zero : target.minus(executed),
    part: target.gt(0) ? Math.min(1, Number(executed.div(target).toFixed(4, Big.roundDown))) : 0,
    avgPx,
    ...against(plan, side, avgPx, executed),
    feeUsd: paying.every(({ feeUsd }) => feeUsd !== null)
      ? paying.reduce((sum, { feeUsd }) => sum.plus(feeUsd ?? 0), zero)
      : null,
    usedUsd: plan.children
      .filter(({ state }) => state !== 'rejected' && state !== 'not-sent')
      .reduce((sum, { usd }) => sum.plus(usd ?? 0), zero),
  };
}

type Fill = Pick<Execution, 'filled' | 'avgPx'>;

/** Null before the first fill, and while a price is unknown. `isSpent`: sizes are what was paid, not what it is the price of. */
function averageOf(fills: readonly Fill[], isSpent: boolean): Big | null {
  const zero = new Big(0);
  const priced = fills.flatMap(({ filled, avgPx }) => (avgPx?.gt(0) ? [{ filled, avgPx }] : []));
  if (fills.length === 0 || priced.length < fills.length) return null;
  const size = priced.reduce((sum, { filled }) => sum.plus(filled), zero);
  // 50 USDC at 100 and 50 at 200 buy 0.75 for 100 in all: 133.33, not 150.
  return isSpent
    ? size.div(priced.reduce((sum, { filled, avgPx }) => sum.plus(filled.div(avgPx)), zero))
    : priced.reduce((sum, { filled, avgPx }) => sum.plus(filled.times(avgPx)), zero).div(size);
}

/** A purchase is better below its arrival price, a sale above it. */
function against(
  { arrivalPx }: Plan,
  side: Side | null,
  avgPx: Big | null,
  executed: Big,
): Pick<PlanProgress, 'betterBps' | 'betterUsd'> {
  const arrival = new Big(arrivalPx ?? 0);
  if (!avgPx || !side || arrival.lte(0)) return { betterBps: null, betterUsd: null };
  const better = side === 'sell' ? avgPx.minus(arrival) : arrival.minus(avgPx);
  const size = side === 'dollars' ? executed.div(avgPx) : side === 'spend' ? null : executed;
  return { betterBps: better.times(10_000).div(arrival), betterUsd: size && better.times(size) };
}

/** Prices at which the account's plans will place orders in a perp market, without those that they have placed. */
export const planPrices = (
  state: Pick<PlansState, 'plans'>,
  coin: string,
): { readonly px: Big; readonly isBuy: boolean }[] =>
  openPlans(state).flatMap((plan) => {
    const { market, children = [] } = specParts(plan.spec) ?? {};
    if (market?.kind !== 'perp' || market.coin !== coin) return [];
    const placed = new Set(plan.children.map(({ key }) => key));
    return children.flatMap(({ key, px, isBuy }) =>
      px === null || placed.has(key) ? [] : [{ px: new Big(px), isBuy }],
    );
  });

/** Plans that are neither done nor cancelled. */
export const openPlans = ({ plans }: Pick<PlansState, 'plans'>): readonly Plan[] =>
  plans.filter((plan) => !isEnded(plan));

/** `TWAP slice 3/20`: which order of a plan it is; of a plan that is no longer kept, only `slice 3`. */
export function planChildWords(
  { plans }: Pick<PlansState, 'plans'>,
  { id, key }: { readonly id: string; readonly key: string },
): string {
  const plan = plans.find((one) => one.id === id);
  if (!plan) return cleanText(key, 60);
  const { kind, planned = 0 } = specParts(plan.spec) ?? {};
  const title = kind?.title ?? cleanText(plan.spec.kind, 40);
  const isCounted = /^[^ ]+ \d+$/.test(key) && planned > 1;
  return `${title} ${cleanText(key, 60)}${isCounted ? `/${planned}` : ''}`;
}
