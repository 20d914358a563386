import { z } from 'zod';
import { childOf, type Plan } from '../plan.ts';
import { type PlanKind, type PlanView, type SpotFacts, send, wait, waitUntil } from '../plan-kind.ts';
import { built, InputProblem, partInput, partPct, positive } from '../read-inputs.ts';
import {
  amount,
  amountInput,
  baseUnitsText,
  marketFields,
  marketOf,
  optional,
  slippageInput,
  spotFacts,
  spotMarket,
  sumUnits,
  swapOf,
  wholeTokens,
} from '../read-spot-inputs.ts';
import { sliceTimes } from '../slice-times.ts';
import { isUnsent } from './scale.ts';
import { heldByLast, heldByPrice, isFailed, lookAgainMs, openSwaps } from './swaps.ts';
import { heldByVolume } from './volume-cap.ts';

export const swapTwapSpec = z.object({
  kind: z.literal('swap-twap'),
  ...spotMarket.shape,
  /** In order of time. `afterMs`: since the start; jitter is in it. */
  slices: z
    .array(z.object({ baseUnits: baseUnitsText, afterMs: z.number().int().min(0) }))
    .min(1)
    .max(1_000),
  /** Mean time between slices, ms. */
  everyMs: z.number().int().positive(),
  /** Worst price, in whole tokens; see PriceRule. */
  limitPx: z.string().nullable(),
  /** Most of what was traded since the last slice that a slice may be, per cent; null for no cap. */
  maxPartPct: z.number().positive().nullable(),
});

export type SwapTwapSpec = z.output<typeof swapTwapSpec>;

const leastEveryMs = 20_000;
const keyOf = (index: number) => `slice ${index + 1}`;
/** Of a slice whose swap failed. */
const againOf = (index: number) => `slice ${index + 1} again`;

function buildSwapTwap(values: Readonly<Record<string, string>>, facts: SpotFacts, random: () => number): SwapTwapSpec {
  const total = amount(values, 'amount', facts);
  const { everyMs, afterMs } = sliceTimes(values, leastEveryMs, random);
  const count = afterMs.length;
  const each = total / BigInt(count);
  if (each === 0n) throw new InputProblem('count', `At most ${total} slices have an amount above zero.`);
  return {
    kind: 'swap-twap',
    ...marketFields(values, facts),
    slices: afterMs.map((dueMs, index) => ({
      baseUnits: `${index === count - 1 ? total - each * BigInt(count - 1) : each}`,
      afterMs: dueMs,
    })),
    everyMs,
    limitPx: optional(values, 'limit', () => positive(values, 'limit', 'a price').toFixed()),
    maxPartPct: partPct(values),
  };
}

interface Slice {
  readonly key: string;
  readonly baseUnits: string;
  /** When it may be sent at the earliest, ms since the epoch. */
  readonly dueMs: number;
}

/** The next slice in order; after the last one, those whose swap failed, once more. Null: every slice was sent. */
function nextSlice(plan: Plan<SwapTwapSpec>): Slice | null {
  const { slices, everyMs } = plan.spec;
  const sent = plan.children.filter(({ state }) => !isUnsent(state));
  const lastMs = Math.max(...sent.map(({ sentAtMs }) => sentAtMs), -Infinity);
  const index = slices.findIndex((_, one) => isUnsent(childOf(plan, keyOf(one))?.state));
  const slice = slices[index];
  // A late slice is made up for, but never closer than half an interval to the one before: no burst.
  if (slice)
    return {
      key: keyOf(index),
      baseUnits: slice.baseUnits,
      dueMs: Math.max(plan.createdAtMs + slice.afterMs, lastMs + everyMs / 2),
    };
  const failed = slices.findIndex((_, one) => {
    const first = childOf(plan, keyOf(one));
    return first && isFailed(first) && isUnsent(childOf(plan, againOf(one))?.state);
  });
  const again = slices[failed];
  return again ? { key: againOf(failed), baseUnits: again.baseUnits, dueMs: lastMs + everyMs } : null;
}

/** Swaps of a total in slices over a time. */
export const swapTwap: PlanKind<SwapTwapSpec> = {
  kind: 'swap-twap',
  title: 'Swap TWAP',
  schema: swapTwapSpec,
  usage: 'sell 100 SOL for USDC over 4h in 24 limit 150 part 10%',
  trades: 'spot',
  inputs: [
    amountInput,
    { id: 'over', label: 'Over', help: '20m, 1h30m, 1d', word: 'over', standard: '1h' },
    { id: 'count', label: 'Slices', help: '2 to 500', word: 'in', standard: '12' },
    { id: 'jitter', label: 'Jitter', help: 'per cent of the interval', word: 'jitter', standard: '20' },
    { id: 'limit', label: 'Worst price', help: 'in the other token; empty for none', word: 'limit', standard: '' },
    { ...partInput, help: '% of what the tape shows, or empty' },
    slippageInput,
  ],
  build: (values, facts, random) => built(() => buildSwapTwap(values, spotFacts(facts), random)),
  planned: (spec) =>
    spec.slices.map(({ baseUnits, afterMs }, index) => ({
      key: keyOf(index),
      type: 'swap',
      isBuy: false,
      px: null,
      size: wholeTokens(spec, baseUnits),
      afterMs,
    })),
  market: marketOf,
  target: ({ slices, input }) => ({ size: `${sumUnits(slices)}`, unit: `base units of ${input.symbol}` }),
  gapRule: 'Missed slices are made up for at no more than twice the pace, never in a burst.',
  quoted(plan, nowMs) {
    const slice = nextSlice(plan);
    return slice && nowMs >= slice.dueMs ? slice.baseUnits : null;
  },
  decide(plan, view) {
    const held = heldByLast(plan, view);
    if (held) return held;
    const slice = nextSlice(plan);
    if (slice) return view.nowMs < slice.dueMs ? waitUntil(slice.dueMs, slice.key) : sliceNow(plan, view, slice);
    if (openSwaps(plan, view).length > 0) return wait('the price of the last swap is being read');
    const failed = plan.children.filter(isFailed).length;
    return { do: 'end', why: `every slice was sent${failed > 0 ? `; ${failed} swaps failed and sold nothing` : ''}` };
  },
  withoutDesk: () => 'Nothing rests at the service: without the desk or the keeper no further slice is sent.',
};

function sliceNow({ spec, children, createdAtMs }: Plan<SwapTwapSpec>, view: PlanView, { key, baseUnits }: Slice) {
  const { maxPartPct } = spec;
  const sinceMs = Math.max(createdAtMs, ...children.map(({ sentAtMs }) => sentAtMs));
  const unknown = 'its token is not on the tape';
  return (
    heldByPrice(spec, view, key) ??
    heldByVolume(
      { key, size: wholeTokens(spec, baseUnits), maxPartPct, sinceMs, againMs: lookAgainMs, unknown },
      view,
    ) ??
    send(key, swapOf(spec, baseUnits))
  );
}
