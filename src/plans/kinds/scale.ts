import Big from 'big.js';
import { z } from 'zod';
import { roundPrice } from '../../domain/market/perp-rules.ts';
import { childOf } from '../plan.ts';
import { type PerpFacts, type PlanKind, send, wait } from '../plan-kind.ts';
import {
  built,
  entered,
  InputProblem,
  perpFacts,
  perpMarketOf,
  perpTerms,
  price,
  readPerpTerms,
  reduceOnlyInput,
  sideInput,
  size,
  sizeInput,
  splitSize,
  whole,
} from '../read-inputs.ts';

export const scaleSpec = z.object({
  kind: z.literal('scale'),
  ...perpTerms.shape,
  /** Limit orders, in the order of placing; decimal texts on the market's grid. */
  levels: z
    .array(z.object({ px: z.string(), sz: z.string() }))
    .min(1)
    .max(1_000),
});

export type ScaleSpec = z.output<typeof scaleSpec>;

const keyOf = (index: number) => `level ${index + 1}`;

function buildScale(values: Readonly<Record<string, string>>, facts: PerpFacts): ScaleSpec {
  const [total, from, to] = [size(values, facts), price(values, 'from', facts), price(values, 'to', facts)];
  const count = whole(values, 'count', 'a number of orders', 2, 100);
  const [, first, last] = /^(\d{1,4}):(\d{1,4})$/.exec(entered(values, 'weight')) ?? [];
  if (!first || !last || Number(first) === 0 || Number(last) === 0)
    throw new InputProblem('weight', 'Enter the weights of the first and the last order, such as 1:3.');
  const even = (a: Big, b: Big, index: number) =>
    a.plus(
      b
        .minus(a)
        .times(index)
        .div(count - 1),
    );
  const prices = Array.from({ length: count }, (_, index) => roundPrice(even(from, to, index), facts.szDecimals));
  if (new Set(prices.map(String)).size < count)
    throw new InputProblem('count', 'The prices are too close for so many orders: use fewer, or a wider range.');
  // Times the number of steps between them, so that all are whole.
  const weights = prices.map((_, index) => BigInt(Number(first) * (count - 1 - index) + Number(last) * index));
  const sizes = splitSize(total, weights, facts, (index) => prices[index] ?? null);
  const levels = prices.map((px, index) => ({ px: px.toFixed(), sz: sizes[index]?.toFixed() ?? '0' }));
  return { kind: 'scale', ...readPerpTerms(values, facts), levels };
}

/** Limit orders at several prices, all placed at once. */
export const scale: PlanKind<ScaleSpec> = {
  kind: 'scale',
  title: 'Scale',
  schema: scaleSpec,
  usage: 'buy 2 ETH 3400..3300 in 8 weight 1:3',
  trades: 'perp',
  ignoresPrices: true,
  inputs: [
    sideInput,
    sizeInput,
    { id: 'from', label: 'First price', help: 'USD', word: '' },
    { id: 'to', label: 'Last price', help: 'USD', word: '..' },
    { id: 'count', label: 'Orders', help: '2 to 100', word: 'in', standard: '5' },
    { id: 'weight', label: 'Weights', help: 'first:last, such as 1:3', word: 'weight', standard: '1:1' },
    reduceOnlyInput,
  ],
  build: (values, facts) => built(() => buildScale(values, perpFacts(facts))),
  planned: ({ isBuy, levels }) =>
    levels.map(({ px, sz }, index) => ({ key: keyOf(index), type: 'limit', isBuy, px, size: sz, afterMs: null })),
  gapRule: 'Orders that were not placed yet are placed when it goes on.',
  market: perpMarketOf,
  target: ({ coin, levels }) => ({
    size: levels.reduce((sum, { sz }) => sum.plus(sz), new Big(0)).toFixed(),
    unit: coin,
  }),
  decide(plan, view) {
    const { coin, isBuy, reduceOnly, levels } = plan.spec;
    const next = levels.findIndex((_, index) => isUnsent(childOf(plan, keyOf(index))?.state));
    const level = levels[next];
    if (level) {
      const cloid = view.newCloid();
      const type = 'limit';
      return send(keyOf(next), {
        do: 'perp',
        coin,
        isBuy,
        type,
        reduceOnly,
        ...level,
        slippageBps: null,
        sl: null,
        cloid,
      });
    }
    const open = plan.children.filter(({ state }) => state === 'working').length;
    return open > 0
      ? wait(`${open} of ${levels.length} orders are open`)
      : { do: 'end', why: 'no order is open any more' };
  },
  withoutDesk: () =>
    'Its limit orders rest at the venue and fill without the desk; orders not placed yet are not placed.',
};

/** Whether a child is still to be sent: never, or proven not to have been done. */
export const isUnsent = (state: string | undefined): boolean =>
  state === undefined || state === 'not-sent' || state === 'rejected';
