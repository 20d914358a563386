import Big from 'big.js';
import { baseFeeRates } from '../../domain/market/fee-rates.ts';
import { minSize, roundPrice } from '../../domain/market/perp-rules.ts';
import { marketChild } from '../perp-child.ts';
import { type Child, childOf, type Plan } from '../plan.ts';
import { type Decision, type PlanView, send, sinceSent, wait } from '../plan-kind.ts';
import type { BracketSpec } from './bracket-spec.ts';
import { exitsOf, heldOf, isOwn } from './bracket-state.ts';
import { isUnsent } from './scale.ts';

/** The stop moves by at least this share of the mark, and at most once in this time. */
const leastStep = '0.0025';
const leastEveryMs = 10_000;
/** How long a stop that was just placed may take to be listed, ms. */
const listedAfterMs = 3_000;
const inARow = 3;

type BracketPlan = Plan<BracketSpec>;

/** The next step for the stop; null: it is where it has to be. Needs the position and the stops of the view. */
export function guard(plan: BracketPlan, view: PlanView): Decision | null {
  const { spec } = plan;
  const { szi, stops } = view;
  if (heldOf(plan, view).lte(0) || !szi || !stops || !isOwn(spec, szi)) return null;
  const px = stopNow(plan);
  if (stops.length === 0) return protect(plan, view);
  const isListed = stops.some((stop) => stop.px.eq(px));
  const old = isListed ? stops.find((stop) => isOld(plan, stop.px, px)) : undefined;
  const key = old && `cancel stop ${old.oid}`;
  if (old && key !== undefined && isUnsent(childOf(plan, key)?.state) && (childOf(plan, key)?.attempt ?? 0) < inARow)
    return send(key, { do: 'cancel', target: broughtBy(plan, old.px)?.key ?? 'entry', oid: old.oid });
  return isListed ? move(plan, view, new Big(px)) : null;
}

/** Orders that bring a stop, the entry first. */
const stopsOf = ({ children }: BracketPlan): readonly Child[] =>
  children.filter(({ order }) => order.do === 'perp' && order.sl !== null);

const slOf = ({ order }: Child): string | null => (order.do === 'perp' ? order.sl : null);

const broughtBy = (plan: BracketPlan, px: Big): Child | undefined => stopsOf(plan).find((one) => px.eq(slOf(one) ?? 0));

/** A stop that the plan has placed, and that a better one has replaced. */
const isOld = (plan: BracketPlan, px: Big, now: string): boolean =>
  isBetter(plan.spec, new Big(now), px) && broughtBy(plan, px) !== undefined;

/** Where the stop is: the last that was placed. An order that brought one and executed nothing brought none. */
export function stopNow(plan: BracketPlan): string {
  const placed = stopsOf(plan).filter((one) => !isUnsent(one.state) && !(one.state === 'over' && one.filled === '0'));
  const best = placed.map(slOf).reduce<string | null>((most, px) => better(plan.spec, most, px), null);
  return best ?? plan.spec.stopPx;
}

const better = (spec: BracketSpec, one: string | null, other: string | null): string | null =>
  one === null || (other !== null && isBetter(spec, new Big(other), new Big(one))) ? other : one;

const isBetter = ({ isBuy }: BracketSpec, one: Big, other: Big): boolean => (isBuy ? one.gt(other) : one.lt(other));

/** The position has no stop: its entry is only partly filled, or somebody took the stop away. */
export function protect(plan: BracketPlan, view: PlanView): Decision | null {
  const px = stopNow(plan);
  const entry = childOf(plan, 'entry');
  const read = view.executions.get('entry');
  // It filled between the read of the orders and that of the fills: its stop is listed next time.
  if (read?.isOpen && entry?.order.do === 'perp' && read.filled.gte(entry.order.sz))
    return wait('its stop is being read');
  const last = plan.children.at(-1);
  if (last && slOf(last) !== null && last.key !== 'entry' && sinceSent(plan, view) < listedAfterMs)
    return wait('its stop is being read', view.nowMs + 1_000);
  const { mark } = view;
  if (!mark) return wait('its position has no stop, and the mark is stale', view.nowMs + 1_000);
  const tried = stopsOf(plan).filter(({ key }) => key !== 'entry');
  const recent = tried.slice(-inARow);
  if (recent.length === inARow && recent.every(({ state }) => state === 'rejected'))
    return { do: 'pause', why: `its position has no stop: ${recent.at(-1)?.message ?? ''}` };
  return isBetter(plan.spec, mark, new Big(px))
    ? place(plan, view, px)
    : { do: 'pause', why: `its position has no stop, and the price has passed ${px}: close it` };
}

/** A better stop, where there is one: at break-even, or behind the mark. */
function move(plan: BracketPlan, view: PlanView, now: Big): Decision | null {
  const { spec } = plan;
  const { mark } = view;
  if (!mark || childOf(plan, 'entry')?.state !== 'over' || sinceSent(plan, view) < leastEveryMs) return null;
  if (stopsOf(plan).length > spec.moves) return null;
  const trailed = trailing(spec, mark);
  const steps = trailed && isBetter(spec, trailed, now) && trailed.minus(now).abs().gte(mark.times(leastStep));
  const even = breakEven(plan);
  const isEven = even && isBetter(spec, even, now);
  const wanted = [...(steps ? [trailed] : []), ...(isEven ? [even] : [])];
  const best = wanted.reduce<Big | null>((most, px) => (most && isBetter(spec, most, px) ? most : px), null);
  // The mark has to be on the right side of it, or it would close the position at once.
  return best && isBetter(spec, mark, best) ? place(plan, view, best.toFixed()) : null;
}

function trailing({ isBuy, trailPct, szDecimals }: BracketSpec, mark: Big): Big | null {
  if (trailPct === null) return null;
  const share = new Big(trailPct)
    .div(100)
    .times(isBuy ? -1 : 1)
    .plus(1);
  return roundPrice(mark.times(share), szDecimals, isBuy ? Big.roundDown : Big.roundUp);
}

/** The price at which the position ends without a loss, both fees included; null before an exit has filled. */
function breakEven(plan: BracketPlan): Big | null {
  const { isBuy, szDecimals, breakEven: isWanted, takerRate } = plan.spec;
  const entry = childOf(plan, 'entry');
  const hasFilled = exitsOf(plan).some(({ state, filled }) => state === 'over' && filled !== '0');
  if (!isWanted || !hasFilled || !entry?.avgPx) return null;
  const fee = new Big(takerRate ?? baseFeeRates.taker).times(isBuy ? 1 : -1);
  const even = new Big(entry.avgPx).times(fee.plus(1)).div(new Big(1).minus(fee));
  return roundPrice(even, szDecimals, isBuy ? Big.roundUp : Big.roundDown);
}

/** The smallest order of the venue, on the position's side, with the stop for all of it. */
function place(plan: BracketPlan, view: PlanView, sl: string): Decision {
  const { spec } = plan;
  const fromPx = spec.isBuy ? view.ask : view.bid;
  if (!fromPx) return wait(`stop: prices of ${spec.coin} are stale`, view.nowMs + 1_000);
  const tried = stopsOf(plan).filter(({ key }) => key !== 'entry');
  if (tried.length >= spec.moves)
    return { do: 'pause', why: `its stop was placed ${tried.length} times: its position has none` };
  const key = tried.find(({ state }) => state === 'not-sent')?.key ?? `stop ${tried.length + 1}`;
  const lowest = spec.isBuy && view.mark?.lt(fromPx) ? view.mark : fromPx;
  const worst = lowest.times(10_000 - (spec.isBuy ? 0 : spec.slippageBps)).div(10_000);
  const sz = minSize(worst, spec.szDecimals).toFixed();
  return send(key, marketChild({ ...spec, reduceOnly: false, sz, sl, fromPx, limitPx: null }, view));
}
