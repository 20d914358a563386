import Big from 'big.js';
import { z } from 'zod';
import { minOrderUsd } from '../../domain/market/perp-rules.ts';
import { marketChild } from '../perp-child.ts';
import { childOf, type Plan } from '../plan.ts';
import {
  type Decision,
  type PerpFacts,
  type PlanKind,
  type PlanView,
  send,
  sinceSent,
  wait,
  waitUntil,
} from '../plan-kind.ts';
import {
  built,
  entered,
  partInput,
  partPct,
  perpFacts,
  perpMarketOf,
  perpTerms,
  price,
  readPerpTerms,
  reduceOnlyInput,
  sideInput,
  size,
  sizeInput,
  slippageBps,
  splitSize,
} from '../read-inputs.ts';
import { sliceTimes } from '../slice-times.ts';
import { isUnsent } from './scale.ts';
import { heldByVolume } from './volume-cap.ts';

export const twapSpec = z.object({
  kind: z.literal('twap'),
  ...perpTerms.shape,
  /** In order of time. `afterMs`: since the start; jitter is in it. */
  slices: z
    .array(z.object({ sz: z.string(), afterMs: z.number().int().min(0) }))
    .min(1)
    .max(1_000),
  /** Mean time between slices, ms. */
  everyMs: z.number().int().positive(),
  /** Worst price, decimal text: beyond it a slice waits; null for none. */
  limitPx: z.string().nullable(),
  slippageBps: z.number().int().positive(),
  /** Of the market. */
  szDecimals: z.number().int(),
  /** Most of the market's average volume since the last slice that a slice may be, per cent; null for no cap, as in older plans. */
  maxPartPct: z.number().positive().nullish(),
});

export type TwapSpec = z.output<typeof twapSpec>;

const keyOf = (index: number) => `slice ${index + 1}`;
const extraKeyOf = (index: number) => `extra slice ${index + 1}`;
/** What market orders leave unfilled is sent again after the last slice, in at most so many more for each slice. */
const extrasPerSlice = 0.5;

function buildTwap(values: Readonly<Record<string, string>>, facts: PerpFacts, random: () => number): TwapSpec {
  const total = size(values, facts);
  const { everyMs, afterMs } = sliceTimes(values, leastEveryMs, random);
  const limitPx = entered(values, 'limit') === '' ? null : price(values, 'limit', facts);
  const weights = afterMs.map(() => 1n);
  const sizes = splitSize(total, weights, facts, () => lowest(limitPx, facts.mark));
  return {
    kind: 'twap',
    ...readPerpTerms(values, facts),
    slices: sizes.map((sz, index) => ({ sz: sz.toFixed(), afterMs: afterMs[index] ?? 0 })),
    everyMs,
    limitPx: limitPx?.toFixed() ?? null,
    slippageBps: slippageBps(values),
    szDecimals: facts.szDecimals,
    maxPartPct: partPct(values),
  };
}

/** A slice is worth least at the lowest price at which it may be sent, as far as that is known. */
const lowest = (one: Big | null, other: Big | null): Big | null =>
  one && other ? (one.lt(other) ? one : other) : (one ?? other);

const leastEveryMs = 5_000;

/**
 * Market orders over a time. A late slice (the desk slept, the price was beyond the limit) is made up for, but never closer
 * than half an interval to the one before: at most twice the pace, and no burst. What slices left unfilled is sent in
 * extra slices after the last one, at the same pace.
 */
export const twap: PlanKind<TwapSpec> = {
  kind: 'twap',
  title: 'TWAP',
  schema: twapSpec,
  usage: 'buy 2 ETH over 1h in 30 limit 3450',
  trades: 'perp',
  inputs: [
    sideInput,
    sizeInput,
    { id: 'over', label: 'Over', help: '20m, 1h30m, 1d', word: 'over', standard: '1h' },
    { id: 'count', label: 'Slices', help: '2 to 500', word: 'in', standard: '20' },
    { id: 'jitter', label: 'Jitter', help: 'per cent of the interval', word: 'jitter', standard: '20' },
    { id: 'limit', label: 'Worst price', help: 'USD; empty for none', word: 'limit', standard: '' },
    { ...partInput, help: "% of the day's average volume, or empty" },
    { id: 'slippage', label: 'Slippage', help: 'per cent for each slice', word: 'slippage', standard: '0.5' },
    reduceOnlyInput,
  ],
  build: (values, facts, random) => built(() => buildTwap(values, perpFacts(facts), random)),
  planned: ({ isBuy, slices }) =>
    slices.map(({ sz, afterMs }, index) => ({ key: keyOf(index), type: 'market', isBuy, px: null, size: sz, afterMs })),
  operations: ({ slices }) => slices.length + extrasOf(slices.length),
  gapRule: 'Missed slices are made up for at no more than twice the pace, never in a burst.',
  market: perpMarketOf,
  target: ({ coin, slices }) => ({
    size: slices.reduce((sum, { sz }) => sum.plus(sz), new Big(0)).toFixed(),
    unit: coin,
  }),
  decide(plan, view) {
    const { slices, everyMs } = plan.spec;
    const index = slices.findIndex((_, one) => isUnsent(childOf(plan, keyOf(one))?.state));
    const slice = slices[index];
    const next = slice ? { ...slice, key: keyOf(index) } : extraSlice(plan, view);
    if ('do' in next) return next;
    const paceMs = everyMs / 2 - sinceSent(plan, view);
    const dueMs = Math.max(plan.createdAtMs + next.afterMs, view.nowMs + paceMs);
    return view.nowMs < dueMs ? waitUntil(dueMs, next.key) : sliceNow(plan, view, next);
  },
  withoutDesk: () => 'Nothing rests at the venue: without the desk or the keeper no further slice is sent.',
};

interface Slice {
  readonly key: string;
  readonly sz: string;
  readonly afterMs: number;
}

const extrasOf = (slices: number): number => Math.max(2, Math.ceil(slices * extrasPerSlice));

/** What is left when every slice has been sent and read: at most as much as the largest slice at a time. */
function extraSlice({ spec, children }: Plan<TwapSpec>, view: PlanView): Slice | Decision {
  const { slices, coin, isBuy } = spec;
  if (children.some(({ state }) => state === 'working')) return wait('the fills of the last slice are being read');
  const sizes = slices.map(({ sz }) => new Big(sz));
  const total = sizes.reduce((sum, sz) => sum.plus(sz), new Big(0));
  const left = children.reduce((rest, { filled }) => rest.minus(filled), total);
  if (left.lte(0)) return { do: 'end', why: 'filled' };
  const sent = children.filter(({ state }) => !isUnsent(state)).length - slices.length;
  const said = `${total.minus(left).toFixed()} of ${total.toFixed()} ${coin} were filled`;
  if (sent >= extrasOf(slices.length)) return { do: 'end', why: `${said}, after ${sent} extra slices` };
  const px = isBuy ? view.ask : view.bid;
  if (px && left.times(px).lt(minOrderUsd))
    return { do: 'end', why: `${said}: the rest is below the venue's smallest order` };
  const largest = sizes.reduce((most, sz) => (sz.gt(most) ? sz : most));
  const fits = left.minus(largest);
  // A rest that could not be sent alone goes with the last one.
  const isLast = fits.lte(0) || (px !== null && fits.times(px).lt(minOrderUsd));
  return { key: extraKeyOf(sent), sz: (isLast ? left : largest).toFixed(), afterMs: 0 };
}

/** How soon a slice that is held back is looked at again, ms. */
const lookAgainMs = 1_000;

function sliceNow(plan: Plan<TwapSpec>, view: PlanView, { key, sz }: Slice): Decision {
  const { spec, createdAtMs } = plan;
  const { isBuy, limitPx, coin, maxPartPct = null } = spec;
  const again = view.nowMs + lookAgainMs;
  const fromPx = isBuy ? view.ask : view.bid;
  if (!fromPx) return wait(`${key}: prices of ${coin} are stale`, again);
  if (limitPx !== null && (isBuy ? fromPx.gt(limitPx) : fromPx.lt(limitPx)))
    return wait(`${key}: the price is beyond ${limitPx}`, again);
  const sinceMs = Math.max(createdAtMs, view.nowMs - sinceSent(plan, view));
  const unknown = `the service names no volume of ${coin}`;
  const held = heldByVolume({ key, size: sz, maxPartPct, sinceMs, againMs: lookAgainMs, unknown }, view);
  if (held) return held;
  return send(key, marketChild({ ...spec, sz, fromPx, limitPx: limitPx === null ? null : new Big(limitPx) }, view));
}
