import Big from 'big.js';
import { z } from 'zod';
import { minOrderUsd } from '../../domain/market/perp-rules.ts';
import { cancelOf } from '../child-order.ts';
import { bestOwnPx, limitChild } from '../perp-child.ts';
import { type Child, childOf, type Plan } from '../plan.ts';
import {
  type Decision,
  type Execution,
  type PerpFacts,
  type PlanKind,
  type PlanView,
  send,
  sinceSent,
  wait,
} from '../plan-kind.ts';
import {
  built,
  InputProblem,
  leastOrder,
  perpFacts,
  perpMarketOf,
  perpTerms,
  price,
  readPerpTerms,
  reduceOnlyInput,
  sideInput,
  size,
  sizeInput,
  whole,
} from '../read-inputs.ts';
import { isUnsent } from './scale.ts';

export const chaseSpec = z.object({
  kind: z.literal('chase'),
  ...perpTerms.shape,
  /** Absent in plans of an earlier version: no. */
  reduceOnly: z.boolean().optional(),
  sz: z.string(),
  /** Worst price, decimal text on the market's grid: there the order stays. */
  limitPx: z.string(),
  /** Most changes of the order. */
  max: z.number().int().positive(),
});

export type ChaseSpec = z.output<typeof chaseSpec>;

/** Between two changes at least, ms. */
const leastEveryMs = 1_000;
/** So many refusals in a row are not what fills meanwhile explains. */
const mostRefusals = 3;

function buildChase(values: Readonly<Record<string, string>>, facts: PerpFacts): ChaseSpec {
  const terms = readPerpTerms(values, facts);
  const { isBuy } = terms;
  const [total, limit] = [size(values, facts), price(values, 'limit', facts)];
  leastOrder(total, limit, 'size');
  const best = isBuy ? facts.bid : facts.ask;
  if (best && (isBuy ? limit.lt(best) : limit.gt(best)))
    throw new InputProblem(
      'limit',
      `The best ${isBuy ? 'bid' : 'ask'} is ${best.toFixed()}: enter a worst price ${isBuy ? 'at or above' : 'at or below'} it, or place a limit order.`,
    );
  const max = whole(values, 'max', 'a number of changes', 1, 500);
  return { kind: 'chase', ...terms, sz: total.toFixed(), limitPx: limit.toFixed(), max };
}

/**
 * One limit order that follows the best price of its own side. The API has no post-only order, so this is re-pricing: an
 * order whose price is crossed in the meantime takes. A change has the size that was unfilled at the last read; what fills
 * between that read and the change comes on top, and is less than what rested then. The next read takes it back.
 *
 * A change cannot say that it only reduces, and the service does not say whether a changed order still does: of a reduce-only
 * chase none is larger than the position.
 */
export const chase: PlanKind<ChaseSpec> = {
  kind: 'chase',
  title: 'Chase',
  schema: chaseSpec,
  usage: 'buy 2 ETH limit 3450 max 50',
  trades: 'perp',
  inputs: [
    sideInput,
    sizeInput,
    { id: 'limit', label: 'Worst price', help: 'USD', word: 'limit' },
    { id: 'max', label: 'Changes', help: 'most re-pricings, 1 to 500', word: 'max', standard: '50' },
    reduceOnlyInput,
  ],
  build: (values, facts) => built(() => buildChase(values, perpFacts(facts))),
  planned: ({ isBuy, sz }) => [{ key: 'order', type: 'limit', isBuy, px: null, size: sz, afterMs: null }],
  operations: ({ max }) => max + 3,
  gapRule: 'While nothing works the plan its order rests at its last price.',
  market: perpMarketOf,
  target: ({ coin, sz }) => ({ size: sz, unit: coin }),
  holdsPosition: ({ reduceOnly }) => reduceOnly === true,
  goesOnAfter: (key) => key !== 'order',
  decide(plan, view) {
    const child = childOf(plan, 'order');
    if (!child || isUnsent(child.state)) return place(plan.spec, view);
    if (child.state === 'over') return { do: 'end', why: endOf(plan.spec, new Big(child.filled)) };
    const read = view.executions.get('order');
    if (!read) return wait('its order is being read');
    if (!read.isOpen) return wait('the fills of its order are being read');
    return follow(plan, view, read);
  },
  withoutDesk: () => 'Its order rests at the venue at its last price and fills without the desk; it is not re-priced.',
};

function place(spec: ChaseSpec, view: PlanView): Decision {
  const px = bestOwnPx(spec, view);
  if (!px) return wait(`prices of ${spec.coin} are stale`, view.nowMs + leastEveryMs);
  return send('order', limitChild({ ...spec, reduceOnly: spec.reduceOnly === true, px: px.toFixed() }, view));
}

function endOf({ sz, coin }: ChaseSpec, filled: Big): string {
  const more = filled.minus(sz);
  if (more.eq(0)) return 'filled';
  return more.gt(0)
    ? `filled, and ${more.toFixed()} ${coin} more while it was re-priced`
    : `its order left the book with ${filled.toFixed()} of ${sz} ${coin} filled`;
}

const changesOf = ({ children }: Plan<ChaseSpec>): readonly Child[] =>
  children.filter(({ order }) => order.do === 'modify');

function follow(plan: Plan<ChaseSpec>, view: PlanView, read: Execution): Decision {
  const { sz, coin, max } = plan.spec;
  const reducible = reducibleBy(plan.spec, view);
  if (reducible === null) return wait('its position is being read');
  const unfilled = smaller(new Big(sz).minus(read.filled), reducible);
  // No change makes the order larger: fills may be missing from a read.
  const left = smaller(unfilled, read.resting ?? 'any');
  const px = new Big(pxNow(plan));
  const best = bestOwnPx(plan.spec, view);
  const isTooMuch = read.resting?.gt(unfilled) === true;
  if (isTooMuch && left.times(px).lt(minOrderUsd)) return takeBack(plan);
  const rests = `${left.toFixed()} ${coin} rests at ${px.toFixed()}`;
  if (!isTooMuch && (!best || best.eq(px))) return wait(rests);
  const nextPx = isTooMuch ? px : (best ?? px);
  if (left.times(nextPx).lt(minOrderUsd)) return wait(`${rests}: it is too small to be re-priced`);
  const changes = changesOf(plan);
  const tried = changes.filter(({ state }) => state !== 'not-sent');
  if (tried.length >= max && !isTooMuch)
    return { do: 'pause', why: `it has re-priced its order ${tried.length} times: ${rests}` };
  const last = changes.slice(-mostRefusals);
  if (last.length === mostRefusals && last.every(({ state }) => state === 'rejected'))
    return {
      do: 'pause',
      why: `re-pricing was rejected ${mostRefusals} times: ${last.at(-1)?.message ?? ''}; ${rests}`,
    };
  const againMs = leastEveryMs - sinceSent(plan, view);
  if (againMs > 0) return wait(rests, view.nowMs + againMs);
  const again = changes.find(({ state }) => state === 'not-sent')?.key;
  const order = { do: 'modify', target: 'order', px: nextPx.toFixed(), sz: left.toFixed() } as const;
  return send(again ?? `re-pricing ${changes.length + 1}`, { ...order, cloid: view.newCloid() });
}

const smaller = (size: Big, most: Big | 'any'): Big => (most !== 'any' && most.lt(size) ? most : size);

/** The position that a reduce-only order may close; null: unknown. */
function reducibleBy({ reduceOnly, isBuy }: ChaseSpec, { szi }: PlanView): Big | 'any' | null {
  if (!reduceOnly) return 'any';
  return szi && (isBuy === szi.lt(0) ? szi.abs() : new Big(0));
}

/** What filled while it was re-priced leaves an order that is too large, and too small to be changed. */
function takeBack(plan: Plan<ChaseSpec>): Decision {
  const { key, order } = cancelOf('order');
  const cancel = childOf(plan, key);
  return cancel && !isUnsent(cancel.state) ? wait('its order is being cancelled') : send(key, order);
}

function pxNow(plan: Plan<ChaseSpec>): string {
  const orders = plan.children.filter((child) => !isUnsent(child.state)).map(({ order }) => order);
  const last = orders.findLast((order) => order.do === 'modify' || order.do === 'perp');
  return last && 'px' in last ? last.px : plan.spec.limitPx;
}
