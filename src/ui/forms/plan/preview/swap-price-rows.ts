import Big from 'big.js';
import type { SwapQuote } from '../../../../actions/orders/quote-swap.ts';
import { formatAmount, parseAmount } from '../../../../domain/numbers/amount.ts';
import { readDecimal } from '../../../../domain/numbers/decimal.ts';
import {
  bpsText,
  formatAge,
  formatExact,
  formatPrice,
  formatUsd,
  groupThousands,
} from '../../../../domain/numbers/format.ts';
import { cleanText, textLimits } from '../../../../domain/text/clean-text.ts';
import type { SpotFacts } from '../../../../plans/plan-kind.ts';
import { limitOf } from '../../../../plans/plan-worth.ts';
import { isPurchase, priceText } from '../../../../plans/read-spot-inputs.ts';
import type { Desk } from '../../../desk/desk.ts';
import { muted, span } from '../../../text/span.ts';
import type { FormRow } from '../../form-spec.ts';
import { minReceived, type QuoteReading } from '../../swap/swap-quote.ts';
import { impactSpan } from '../../swap/swap-rows.ts';
import type { PlanInputs, SpotPlan } from '../plan-inputs.ts';
import { priceOf, quotedPrice } from '../plan-quote.ts';
import { sizeOf } from './sums.ts';

/** Rounded against the user, to the digits that are shown. */
export const rounded = (px: Big, isUp: boolean): Big =>
  px.round(Math.max(0, 4 - px.e), isUp ? Big.roundUp : Big.roundDown);

/** Expected and worst price of swaps, by the quote of one of them; at the last prices while there is none. */
export function swapPriceRows(desk: Desk, { reading, kind, values }: PlanInputs, plan: SpotPlan): FormRow[] {
  const { facts } = plan;
  const limit = limitOf(kind, values);
  const quote = reading?.quote ?? null;
  if (!quote) return [lastPriceRow(facts), ...(limit ? [limitRow(facts, limit, null)] : []), quoteRow(reading)];
  const px = quotedPrice(facts, quote);
  const least = priceOf(facts, quote.request.baseUnits, minReceived(quote));
  if (!px || !least) return [{ label: 'average', value: [span('an order of this size returns nothing', 'danger')] }];
  const age = formatAge(desk.now() - quote.receivedAtMs);
  return [
    averageRow(facts, px, `quoted ${age} ago`),
    { label: 'in all', value: [span(`≈ ${inAll(plan, quote)}`), muted('   if every order gets this quote')] },
    limit ? limitRow(facts, limit, least) : leastRow(facts, least, quote.request.slippageBps),
    impactRow(readDecimal(quote.priceImpactPct)),
  ];
}

const averageRow = (facts: SpotFacts, px: Big, when: string): FormRow => ({
  label: 'average',
  value: [span(`≈ ${priceText(facts, formatPrice(px))}`), muted(`   ${when}`)],
  wraps: true,
});

/** `least`: what an order of the quote gets at worst; null without a quote. */
function limitRow(facts: SpotFacts, limit: Big, least: Big | null): FormRow {
  const isBeyond = least !== null && (isPurchase(facts) ? least.gt(limit) : least.lt(limit));
  const then = isBeyond ? ': beyond it now after slippage, so the plan waits' : ': beyond it the plan waits';
  return { label: 'worst', value: [span(priceText(facts, formatExact(limit))), muted(then)], wraps: true };
}

function leastRow(facts: SpotFacts, least: Big, slippageBps: number): FormRow {
  const worst = priceText(facts, formatPrice(rounded(least, isPurchase(facts))));
  const then = ` after ${bpsText(slippageBps)} slippage; later orders take the price of their time`;
  return { label: 'worst', value: [span(worst), muted(then)], wraps: true };
}

const impactRow = (impact: Big | null): FormRow => ({
  label: 'price impact',
  value: impact ? [impactSpan(impact), muted(' an order')] : [muted('unknown: the quote names none')],
});

/** `1,399.7 USDC` for all orders together, rounded down. */
function inAll({ planned, facts }: SpotPlan, { request, outBaseUnits }: SwapQuote): string {
  const sold = planned.reduce((sum, { size }) => sum + parseAmount(size, facts.input.decimals), 0n);
  const bought = formatAmount((sold * outBaseUnits) / request.baseUnits, facts.output.decimals);
  return `${groupThousands(bought)} ${facts.output.symbol}`;
}

function lastPriceRow(facts: SpotFacts): FormRow {
  const { inputUsd, outputUsd } = facts;
  if (!inputUsd?.gt(0) || !outputUsd?.gt(0)) return { label: 'average', value: [muted('unknown: a price is missing')] };
  return averageRow(facts, isPurchase(facts) ? outputUsd.div(inputUsd) : inputUsd.div(outputUsd), 'at the last prices');
}

const quoteRow = (reading: QuoteReading | null): FormRow => ({
  label: 'quote',
  value: reading?.problem
    ? [
        span(
          `none: ${cleanText(reading.problem.code, textLimits.symbol)} ${cleanText(reading.problem.message, 200)}`,
          'danger',
        ),
        muted('   each order is quoted again when it is due'),
      ]
    : [muted('requesting …')],
  wraps: true,
});

/** The platform fee of all orders together as it is quoted; network fees are in no quote. */
export function swapFeeRow({ reading }: PlanInputs, { planned, facts }: SpotPlan): FormRow {
  const bps = reading?.quote?.platformFeeBps ?? null;
  if (bps === null) return { label: 'fee', value: [muted('by the pool and the service, in the quote of each order')] };
  const usd = facts.inputUsd?.times(sizeOf(planned)).times(bps).div(10_000);
  return {
    label: 'fee',
    value: [
      span(usd ? `≈ ${formatUsd(usd)} USD` : 'value unknown'),
      muted(`   platform fee ${bpsText(bps)}; network fees unknown`),
    ],
    wraps: true,
  };
}
