import Big from 'big.js';
import { bpsText, formatPrice } from '../../../../domain/numbers/format.ts';
import { muted, span } from '../../../text/span.ts';
import type { FormRow } from '../../form-spec.ts';
import type { SpotPlan } from '../plan-inputs.ts';
import type { Kind } from '../plan-values.ts';
import { averagePx } from './sums.ts';
import { rounded } from './swap-price-rows.ts';

/** Of orders that wait for a price: their average, or each where only one of them is to sell; and less the slippage. */
export function exitPriceRows(kind: Kind, { spec, planned, facts }: SpotPlan): FormRow[] {
  const market = kind.market(spec);
  const slippageBps = market.kind === 'spot' ? market.slippageBps : 0;
  const isOneOf = (kind.alternatives?.(spec).length ?? 0) > 0;
  const prices = isOneOf ? planned.map(({ px }) => new Big(px ?? 0)) : [averagePx(planned) ?? new Big(0)];
  const least = prices.map((px) => rounded(px.times(10_000 - slippageBps).div(10_000), false));
  const text = (all: readonly Big[]): string => `${all.map((px) => formatPrice(px)).join(' or ')} USD`;
  const now = facts.inputUsd?.gt(0) ? `; the price is ${formatPrice(facts.inputUsd)} now` : '';
  return [
    { label: 'average', value: [span(text(prices)), muted(isOneOf ? now : ` if all of them sell${now}`)], wraps: true },
    {
      label: 'worst',
      value: [
        span(text(least)),
        muted(` after ${bpsText(slippageBps)} slippage; less if the price falls before it sells`),
      ],
      wraps: true,
    },
  ];
}
