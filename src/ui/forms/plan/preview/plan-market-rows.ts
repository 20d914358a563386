import Big from 'big.js';
import { formatExact, formatPct, formatPrice, formatSize } from '../../../../domain/numbers/format.ts';
import type { PlannedChild } from '../../../../plans/plan-kind.ts';
import { limitOf } from '../../../../plans/plan-worth.ts';
import type { Desk } from '../../../desk/desk.ts';
import { muted, type Span, span } from '../../../text/span.ts';
import type { FormRow, Values } from '../../form-spec.ts';
import { bookSide, expectedFill } from '../../perp/market-fill.ts';
import type { BuiltPlan, PlanInputs } from '../plan-inputs.ts';
import { exitPriceRows } from './exit-price-rows.ts';
import { averagePx, sizeOf } from './sums.ts';
import { swapPriceRows } from './swap-price-rows.ts';

/** Expected and worst average price; what is not known is said to be unknown. */
export function priceRows(desk: Desk, inputs: PlanInputs, plan: BuiltPlan): FormRow[] {
  const { planned, facts } = plan;
  const { kind, values } = inputs;
  if (facts.kind === 'spot')
    return planned[0]?.type === 'trigger'
      ? exitPriceRows(kind, { ...plan, facts })
      : swapPriceRows(desk, inputs, { ...plan, facts });
  const priced = planned.filter((one) => one.px !== null && one.type === 'limit' && one.isBuy === planned[0]?.isBuy);
  const taken = planned.filter(({ px, type }) => px === null && type !== 'limit');
  const followed = planned.some(({ px, type }) => px === null && type === 'limit');
  const average = averagePx(priced);
  return [
    ...(average
      ? [{ label: 'average', value: [span(formatPrice(average)), muted(awayText(average, facts.mark))] }]
      : []),
    ...(followed ? [{ label: 'average', value: followedCells(limitOf(kind, values)) }] : []),
    ...(taken.length > 0 ? takenRows(desk, inputs, taken, average ? 'at market' : 'average') : []),
  ];
}

/** Of limit orders that follow the book. */
const followedCells = (limit: Big | null): Span[] => [
  span('the best price at its time'),
  muted(limit ? `, at worst ${formatExact(limit)}` : ', no worst price'),
];

/** `   0.75 % below the mark, if all of them fill`. */
function awayText(px: Big, mark: Big | null): string {
  const when = 'if all of them fill';
  if (!mark?.gt(0)) return `   ${when}`;
  const pct = px.minus(mark).times(100).div(mark);
  const side = pct.gt(0) ? 'above' : 'below';
  return pct.eq(0) ? `   at the mark, ${when}` : `   ${formatPct(pct.abs(), 2)} ${side} the mark, ${when}`;
}

/** Of market orders: the first alone and all of them at once, in the book as it is now; and the worst that they may get. */
function takenRows(
  desk: Desk,
  { market, kind, values }: PlanInputs,
  taken: readonly PlannedChild[],
  label: string,
): FormRow[] {
  const [first] = taken;
  if (!market || !first) return [];
  const { isBuy } = first;
  const limit = limitOf(kind, values);
  const limitPx = limit ?? (isBuy ? new Big('1e30') : new Big(0));
  const fillOf = (sz: Big) => expectedFill(desk, market, { isBuy, sz, limitPx });
  const one = fillOf(new Big(first.size));
  const all = taken.length > 1 ? fillOf(sizeOf(taken)) : null;
  const best = bookSide(desk, market.coin, isBuy)?.[0]?.price ?? null;
  const isBeyond = best !== null && limit !== null && (isBuy ? best.gt(limit) : best.lt(limit));
  const atOnce = !all
    ? ''
    : all.unfilled.gt(0)
      ? `, only ${formatSize(all.filled, market.szDecimals)} ${market.coin} at once`
      : `, ≈ ${formatPrice(all.avgPx)} all at once`;
  return [
    {
      label,
      value: one
        ? [span(`≈ ${formatPrice(one.avgPx)} an order`), muted(`${atOnce}, by the book`)]
        : best === null
          ? [muted('unknown: the book has not been read')]
          : [span(`nothing now: the best price is ${formatPrice(best)}`, 'warn')],
    },
    {
      label: 'worst',
      value: limit
        ? [
            span(formatExact(limit)),
            muted(isBeyond ? ': the price is beyond it now, so the plan waits' : ': beyond it the plan waits'),
          ]
        : [muted(noWorst(values))],
    },
  ];
}

const noWorst = ({ slippage = '' }: Values): string =>
  slippage === ''
    ? 'none: the price at its time'
    : `none; each within ${slippage.replace(/ ?%$/, '')} % of the best price at its time`;
