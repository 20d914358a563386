import Big from 'big.js';
import { z } from 'zod';
import { floorSize, minOrderUsd } from '../../domain/market/perp-rules.ts';
import { bestOwnPx, limitChild } from '../perp-child.ts';
import { childOf } from '../plan.ts';
import { type PerpFacts, type PlanKind, send, wait } from '../plan-kind.ts';
import {
  built,
  entered,
  InputProblem,
  leastOrder,
  perpFacts,
  perpMarketOf,
  perpTerms,
  positive,
  price,
  readPerpTerms,
  reduceOnlyInput,
  sideInput,
  size,
  sizeInput,
} from '../read-inputs.ts';
import { isUnsent } from './scale.ts';

export const icebergSpec = z.object({
  kind: z.literal('iceberg'),
  ...perpTerms.shape,
  /** Sizes of the orders, one after another; decimal texts. */
  parts: z.array(z.string()).min(1).max(1_000),
  /** Price of each order, decimal text; null: the best price of its own side when it is placed. */
  px: z.string().nullable(),
  /** Worst price of orders at the best price; null for none. */
  limitPx: z.string().nullable(),
});

export type IcebergSpec = z.output<typeof icebergSpec>;

const keyOf = (index: number) => `part ${index + 1}`;
const mostParts = 1_000;

function buildIceberg(values: Readonly<Record<string, string>>, facts: PerpFacts): IcebergSpec {
  const terms = readPerpTerms(values, facts);
  const { isBuy } = terms;
  const total = size(values, facts);
  const show = floorSize(positive(values, 'show', 'the size that is shown'), facts.szDecimals);
  const at = entered(values, 'at').toLowerCase();
  const px = at === '' || at === 'best' ? null : price(values, 'at', facts);
  const limit = px || entered(values, 'limit') === '' ? null : price(values, 'limit', facts);
  const worst = px ?? limit ?? facts.mark;
  if (show.lte(0) || show.gt(total))
    throw new InputProblem('show', `Enter a size to show of at most ${total.toFixed()} ${facts.coin}.`);
  if (worst) leastOrder(show, worst, 'show');
  const other = isBuy ? facts.ask : facts.bid;
  if (px && other && (isBuy ? px.gte(other) : px.lte(other)))
    throw new InputProblem(
      'at',
      `At ${px.toFixed()} it would fill at once and hide nothing: enter a price ${isBuy ? 'below' : 'above'} ${other.toFixed()}.`,
    );
  // Before they are listed: what was typed may ask for any number of them.
  const least = total.div(mostParts).round(facts.szDecimals, Big.roundUp);
  if (show.lt(least))
    throw new InputProblem(
      'show',
      `That would be more than ${mostParts} orders: show ${least.toFixed()} ${facts.coin} or more.`,
    );
  const parts = partsOf(total, show, worst);
  const texts = parts.map((one) => one.toFixed());
  const prices = { px: px?.toFixed() ?? null, limitPx: limit?.toFixed() ?? null };
  return { kind: 'iceberg', ...terms, parts: texts, ...prices };
}

/** Orders of the shown size; a rest below the venue's smallest order is shown with the last of them. */
function partsOf(total: Big, show: Big, px: Big | null): readonly Big[] {
  const count = Number(total.div(show).round(0, Big.roundDown).toFixed());
  const rest = total.minus(show.times(count));
  const whole = Array<Big>(count).fill(show);
  if (rest.eq(0)) return whole;
  return px && rest.times(px).gte(minOrderUsd) ? [...whole, rest] : [...whole.slice(1), show.plus(rest)];
}

/** Limit orders of which the book shows one at a time: the next is placed when the last has filled. */
export const iceberg: PlanKind<IcebergSpec> = {
  kind: 'iceberg',
  title: 'Iceberg',
  schema: icebergSpec,
  usage: 'buy 20 ETH show 1 at best limit 3450',
  trades: 'perp',
  inputs: [
    sideInput,
    sizeInput,
    { id: 'show', label: 'Shown size', help: 'coins in the book at a time', word: 'show' },
    { id: 'at', label: 'Price', help: 'USD, or best', word: 'at', standard: 'best' },
    { id: 'limit', label: 'Worst price', help: 'USD for best; empty for none', word: 'limit', standard: '' },
    reduceOnlyInput,
  ],
  build: (values, facts) => built(() => buildIceberg(values, perpFacts(facts))),
  planned: ({ isBuy, parts, px }) =>
    parts.map((part, index) => ({ key: keyOf(index), type: 'limit', isBuy, px, size: part, afterMs: null })),
  gapRule: 'The order in the book fills meanwhile; the next one is placed when the plan goes on.',
  market: perpMarketOf,
  target: ({ coin, parts }) => ({
    size: parts.reduce((sum, part) => sum.plus(part), new Big(0)).toFixed(),
    unit: coin,
  }),
  decide(plan, view) {
    const { parts, coin } = plan.spec;
    for (const [index, sz] of parts.entries()) {
      const key = keyOf(index);
      const child = childOf(plan, key);
      if (!child || isUnsent(child.state)) {
        const px = plan.spec.px ?? bestOwnPx(plan.spec, view)?.toFixed();
        return px === undefined
          ? wait(`${key}: prices of ${coin} are stale`, view.nowMs + 1_000)
          : send(key, limitChild({ ...plan.spec, sz, px }, view));
      }
      if (child.state !== 'over') return wait(`${key} of ${parts.length} is in the book`);
      if (new Big(child.filled).lt(sz))
        return { do: 'end', why: `${key} left the book with ${child.filled} of ${sz} ${coin} filled` };
    }
    return { do: 'end', why: 'filled' };
  },
  withoutDesk: () => 'The order in the book rests and fills without the desk; the next one is not placed.',
};
