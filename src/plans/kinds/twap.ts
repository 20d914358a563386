import Big from 'big.js';
import { z } from 'zod';
import { roundPrice } from '../../domain/market/perp-rules.ts';
import type { ChildOrder } from '../child-order.ts';
import { childOf, type Plan } from '../plan.ts';
import { type Decision, type PerpFacts, type PlanKind, type PlanView, send, wait } from '../plan-kind.ts';
import {
  built,
  duration,
  entered,
  InputProblem,
  isBuySide,
  perpFacts,
  positive,
  price,
  reduceOnlyInput,
  sideInput,
  size,
  sizeInput,
  splitSize,
  whole,
} from '../read-inputs.ts';
import { isUnsent } from './scale.ts';

export const twapSpec = z.object({
  kind: z.literal('twap'),
  coin: z.string(),
  isBuy: z.boolean(),
  reduceOnly: z.boolean(),
  /** In order of time. `afterMs`: since the start; jitter is in it. */
  slices: z
    .array(z.object({ sz: z.string(), afterMs: z.number().int().min(0) }))
    .min(1)
    .max(1_000),
  /** Mean time between slices, ms. */
  everyMs: z.number().int().positive(),
  /** Worst price, decimal text: beyond it a slice waits; null for none. */
  limitPx: z.string().nullable(),
  /** Most of the market's volume since the last slice that a slice may be, per cent; null for no cap. */
  maxPartPct: z.number().positive().nullable(),
  slippageBps: z.number().int().positive(),
  /** Of the market. */
  szDecimals: z.number().int(),
});

export type TwapSpec = z.output<typeof twapSpec>;

const keyOf = (index: number) => `slice ${index + 1}`;

function buildTwap(values: Readonly<Record<string, string>>, facts: PerpFacts, random: () => number): TwapSpec {
  const isBuy = isBuySide(values);
  const total = size(values, facts);
  const overMs = duration(values, 'over');
  const count = whole(values, 'count', 'a number of slices', 2, 500);
  const everyMs = Math.floor(overMs / count);
  if (everyMs < leastEveryMs)
    throw new InputProblem(
      'count',
      `Slices are at least ${leastEveryMs / 1_000} s apart: at most ${Math.floor(overMs / leastEveryMs)} fit.`,
    );
  const jitterPct = whole({ jitter: percent(values, 'jitter') }, 'jitter', 'a jitter', 0, 50);
  const limitPx = entered(values, 'limit') === '' ? null : price(values, 'limit', facts);
  const part = entered(values, 'part') === '' ? null : positive({ part: percent(values, 'part') }, 'part', 'per cent');
  const slippage = positive({ slippage: percent(values, 'slippage') }, 'slippage', 'per cent');
  const sizes = splitSize(total, Array(count).fill(new Big(1)), facts, () => limitPx ?? facts.mark);
  // The first slice is sent at once; the others move within their interval, so that nobody can count on them.
  const jitter = (index: number) => (index === 0 ? 0 : (random() - 0.5) * everyMs * (jitterPct / 100));
  return {
    kind: 'twap',
    coin: facts.coin,
    isBuy,
    reduceOnly: entered(values, 'reduceOnly') === 'yes',
    slices: sizes.map((sz, index) => ({ sz: sz.toFixed(), afterMs: Math.round(index * everyMs + jitter(index)) })),
    everyMs,
    limitPx: limitPx?.toFixed() ?? null,
    maxPartPct: part ? Number(part.toFixed()) : null,
    slippageBps: Number(slippage.times(100).round(0, Big.roundUp).toFixed()),
    szDecimals: facts.szDecimals,
  };
}

const leastEveryMs = 5_000;
const percent = (values: Readonly<Record<string, string>>, field: string) => entered(values, field).replace(/ ?%$/, '');

/**
 * Market orders over a time. A late slice (the desk slept, the price was beyond the limit) is made up for, but never closer
 * than half an interval to the one before: at most twice the pace, and no burst.
 */
export const twap: PlanKind<TwapSpec> = {
  kind: 'twap',
  title: 'TWAP',
  schema: twapSpec,
  usage: 'buy 2 ETH over 1h in 30 limit 3450 part 10%',
  trades: 'perp',
  inputs: [
    sideInput,
    sizeInput,
    { id: 'over', label: 'Over', help: '20m, 1h30m, 1d', word: 'over', standard: '1h' },
    { id: 'count', label: 'Slices', help: '2 to 500', word: 'in', standard: '20' },
    { id: 'jitter', label: 'Jitter', help: 'per cent of the interval', word: 'jitter', standard: '20' },
    { id: 'limit', label: 'Worst price', help: 'USD; empty for none', word: 'limit', standard: '' },
    {
      id: 'part',
      label: 'Participation',
      help: 'most per cent of the volume; empty for no cap',
      word: 'part',
      standard: '',
    },
    { id: 'slippage', label: 'Slippage', help: 'per cent for each slice', word: 'slippage', standard: '0.5' },
    reduceOnlyInput,
  ],
  build: (values, facts, random) => built(() => buildTwap(values, perpFacts(facts), random)),
  planned: ({ isBuy, slices }) =>
    slices.map(({ sz, afterMs }, index) => ({ key: keyOf(index), type: 'market', isBuy, px: null, size: sz, afterMs })),
  gapRule: 'Missed slices are made up for at no more than twice the pace, never in a burst.',
  market: ({ coin, isBuy }) => ({ kind: 'perp', coin, isBuy }),
  target: ({ coin, slices }) => ({
    size: slices.reduce((sum, { sz }) => sum.plus(sz), new Big(0)).toFixed(),
    unit: coin,
  }),
  decide(plan, view) {
    const { slices } = plan.spec;
    const index = slices.findIndex((_, one) => isUnsent(childOf(plan, keyOf(one))?.state));
    const slice = slices[index];
    const working = plan.children.filter(({ state }) => state === 'working').length;
    if (!slice)
      return working > 0
        ? wait('the fills of the last slice are being read')
        : { do: 'end', why: 'every slice was sent' };
    const dueMs = Math.max(plan.createdAtMs + slice.afterMs, earliestMs(plan));
    if (view.nowMs < dueMs) return wait(keyOf(index), dueMs);
    return sliceNow(plan, view, keyOf(index), slice.sz);
  },
  withoutDesk: () => 'Nothing rests at the venue: without the desk or the keeper no further slice is sent.',
};

function earliestMs({ children, spec }: Plan<TwapSpec>): number {
  const lastMs = Math.max(
    ...children.filter(({ state }) => !isUnsent(state)).map(({ sentAtMs }) => sentAtMs),
    -Infinity,
  );
  return lastMs + spec.everyMs / 2;
}

/** How soon a slice that is held back is looked at again, ms. */
const lookAgainMs = 1_000;

function sliceNow({ spec, children, createdAtMs }: Plan<TwapSpec>, view: PlanView, key: string, sz: string): Decision {
  const { isBuy, limitPx, maxPartPct, coin } = spec;
  const again = view.nowMs + lookAgainMs;
  const px = isBuy ? view.ask : view.bid;
  if (!px) return wait(`${key}: prices of ${coin} are stale`, again);
  if (limitPx !== null && (isBuy ? px.gt(limitPx) : px.lt(limitPx)))
    return wait(`${key}: the price is beyond ${limitPx}`, again);
  if (maxPartPct !== null) {
    const volume = view.volumeSince(Math.max(createdAtMs, ...children.map(({ sentAtMs }) => sentAtMs)));
    if (!volume) return wait(`${key}: the volume of ${coin} is unknown`, again);
    if (volume.times(maxPartPct).div(100).lt(sz))
      return wait(`${key} is over ${maxPartPct} % of what was traded`, again);
  }
  return send(key, orderOf(spec, sz, view, px));
}

function orderOf(spec: TwapSpec, sz: string, view: PlanView, px: Big): ChildOrder {
  const { coin, isBuy, reduceOnly, slippageBps } = spec;
  const worst = { px: worstPx(spec, px).toFixed(), slippageBps };
  return { do: 'perp', coin, isBuy, type: 'market', sz, ...worst, reduceOnly, sl: null, cloid: view.newCloid() };
}

/** The best price with the slippage, never beyond the limit. */
function worstPx({ isBuy, slippageBps, limitPx, szDecimals }: TwapSpec, px: Big): Big {
  const slipped = roundPrice(px.times(10_000 + (isBuy ? slippageBps : -slippageBps)).div(10_000), szDecimals);
  if (limitPx === null) return slipped;
  const limit = new Big(limitPx);
  return (isBuy ? slipped.gt(limit) : slipped.lt(limit)) ? limit : slipped;
}
