import { z } from 'zod';
import type { Plan } from '../plan.ts';
import { type Decision, type PlanKind, type PlanView, type SpotFacts, send, wait, waitUntil } from '../plan-kind.ts';
import { built, duration, entered, InputProblem, positive, whole } from '../read-inputs.ts';
import {
  amount,
  anyAmount,
  baseUnitsText,
  marketFields,
  marketOf,
  optional,
  slippageInput,
  spotFacts,
  spotMarket,
  swapOf,
  wholeTokens,
} from '../read-spot-inputs.ts';
import { isUnsent } from './scale.ts';
import { heldByLast, heldByPrice, isFailed, openSwaps, soldUnits } from './swaps.ts';

export const dcaSpec = z.object({
  kind: z.literal('dca'),
  ...spotMarket.shape,
  /** Of one swap. The last one may be smaller. */
  baseUnits: baseUnitsText,
  /** Of all swaps. */
  totalBaseUnits: baseUnitsText,
  everyMs: z.number().int().positive(),
  /** No swap begins later than this after the start, ms; null for no such end. */
  forMs: z.number().int().positive().nullable(),
  /** Worst price, in whole tokens; see PriceRule. */
  limitPx: z.string().nullable(),
});

export type DcaSpec = z.output<typeof dcaSpec>;

const leastEveryMs = 60_000;
const mostSwaps = 1_000;
const keyOf = (index: number) => `swap ${index + 1}`;
const indexOf = (key: string) => Number(key.slice('swap '.length)) - 1;

function buildDca(values: Readonly<Record<string, string>>, facts: SpotFacts): DcaSpec {
  const each = amount(values, 'amount', facts);
  const everyMs = duration(values, 'every');
  if (everyMs < leastEveryMs) throw new InputProblem('every', 'Swaps are at least 1m apart.');
  const { count, forMs } = ending(values);
  const budget = optional(values, 'budget', () => anyAmount(values, 'budget', facts));
  if (count === null && forMs === null && budget === null)
    throw new InputProblem('times', 'Enter when it ends: a number of swaps, a time such as 90d, or a budget.');
  if (budget !== null && budget < each) throw new InputProblem('budget', 'The budget is below the amount of one swap.');
  const counts = [
    ...(count === null ? [] : [BigInt(count) * each]),
    ...(forMs === null ? [] : [BigInt(Math.floor(forMs / everyMs) + 1) * each]),
    ...(budget === null ? [] : [budget]),
  ];
  const total = counts.reduce((least, one) => (one < least ? one : least));
  if (total > each * BigInt(mostSwaps))
    throw new InputProblem('times', `That would be more than ${mostSwaps} swaps: enter fewer, or larger ones.`);
  return {
    kind: 'dca',
    ...marketFields(values, facts),
    baseUnits: `${each}`,
    totalBaseUnits: `${total}`,
    everyMs,
    forMs,
    limitPx: optional(values, 'limit', () => positive(values, 'limit', 'a price').toFixed()),
  };
}

/** `30` is a number of swaps, `90d` a time. */
function ending(values: Readonly<Record<string, string>>) {
  const text = entered(values, 'times');
  if (text === '') return { count: null, forMs: null };
  if (/^\d+$/.test(text)) return { count: whole(values, 'times', 'a number of swaps', 1, mostSwaps), forMs: null };
  const forMs = duration(values, 'times');
  if (forMs === 0) throw new InputProblem('times', 'Enter a time above zero, such as 90d.');
  return { count: null, forMs };
}

/**
 * The interval whose swap is next, from 0. A missed one is the next only while it is less than half an interval late. After
 * one that was sent comes a later one, whatever happens to the clock.
 */
function nextIndex({ spec: { everyMs }, createdAtMs, children }: Plan<DcaSpec>, nowMs: number): number {
  const passedMs = nowMs - createdAtMs;
  const newest = Math.max(0, Math.floor(passedMs / everyMs));
  const isMissed = passedMs - newest * everyMs >= everyMs / 2;
  const sent = children.filter(({ state }) => !isUnsent(state)).map(({ key }) => indexOf(key));
  return Math.max(isMissed ? newest + 1 : newest, ...sent.map((index) => index + 1));
}

const dueMs = ({ createdAtMs, spec }: Plan<DcaSpec>, index: number): number => createdAtMs + index * spec.everyMs;

function nextUnits(plan: Plan<DcaSpec>): bigint {
  const left = BigInt(plan.spec.totalBaseUnits) - soldUnits(plan);
  const each = BigInt(plan.spec.baseUnits);
  return left < each ? left : each;
}

const isPast = ({ spec }: Plan<DcaSpec>, index: number): boolean =>
  spec.forMs !== null && index * spec.everyMs > spec.forMs;

/** `; 3 were skipped, 1 failed`, or ''. */
function missedText({ children }: Plan<DcaSpec>, next: number): string {
  const sent = children.filter(({ state }) => !isUnsent(state));
  const skipped = Array.from({ length: next }, (_, index) => keyOf(index)).filter(
    (key) => !sent.some((child) => child.key === key),
  ).length;
  const failed = children.filter(isFailed).length;
  const parts = [
    ...(skipped > 0 ? [`${skipped} ${skipped === 1 ? 'was' : 'were'} skipped`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
  ];
  return parts.length > 0 ? `; ${parts.join(', ')}` : '';
}

/** A swap of the same amount every so often. What was missed is skipped, so that no burst makes up for it. */
export const dca: PlanKind<DcaSpec> = {
  kind: 'dca',
  title: 'DCA',
  schema: dcaSpec,
  usage: 'sell 50 USDC for SOL every 1d for 30',
  trades: 'spot',
  inputs: [
    { id: 'amount', label: 'Sell each', help: 'an amount of what is sold', word: '' },
    { id: 'every', label: 'Every', help: '1h, 1d, 7d', word: 'every', standard: '1d' },
    { id: 'times', label: 'For', help: '30 swaps, or 90d; empty for a budget', word: 'for', standard: '' },
    { id: 'budget', label: 'Budget', help: 'most to sell in all; empty for none', word: 'budget', standard: '' },
    { id: 'limit', label: 'Worst price', help: 'in the other token; empty for none', word: 'limit', standard: '' },
    slippageInput,
  ],
  build: (values, facts) => built(() => buildDca(values, spotFacts(facts))),
  planned: (spec) => {
    const [each, total] = [BigInt(spec.baseUnits), BigInt(spec.totalBaseUnits)];
    return Array.from({ length: Number((total + each - 1n) / each) }, (_, index) => {
      const left = total - BigInt(index) * each;
      const size = wholeTokens(spec, `${left < each ? left : each}`);
      return { key: keyOf(index), type: 'swap', isBuy: false, px: null, size, afterMs: index * spec.everyMs };
    });
  },
  market: marketOf,
  target: ({ totalBaseUnits, input }) => ({ size: totalBaseUnits, unit: `base units of ${input.symbol}` }),
  gapRule: 'Missed swaps are skipped, except the newest while it is less than half an interval late.',
  quoted(plan, nowMs) {
    const [index, units] = [nextIndex(plan, nowMs), nextUnits(plan)];
    return units > 0n && nowMs >= dueMs(plan, index) && !isPast(plan, index) ? `${units}` : null;
  },
  decide(plan, view) {
    const held = heldByLast(plan, view);
    if (held) return held;
    const index = nextIndex(plan, view.nowMs);
    const missed = missedText(plan, index);
    const units = nextUnits(plan);
    if (units > 0n && !isPast(plan, index)) return swapAt(plan, view, { index, units: `${units}`, missed });
    if (openSwaps(plan, view).length > 0) return wait('the price of the last swap is being read');
    const sold = wholeTokens(plan.spec, `${soldUnits(plan)}`);
    return { do: 'end', why: `${sold} ${plan.spec.input.symbol} sold${missed}` };
  },
  withoutDesk: () => 'Nothing rests at the service: without the desk or the keeper no further swap is sent.',
};

function swapAt(
  plan: Plan<DcaSpec>,
  view: PlanView,
  { index, units, missed }: { readonly index: number; readonly units: string; readonly missed: string },
): Decision {
  const due = dueMs(plan, index);
  if (view.nowMs < due) return waitUntil(due, `${keyOf(index)}${missed}`);
  return heldByPrice(plan.spec, view, keyOf(index)) ?? send(keyOf(index), swapOf(plan.spec, units));
}
