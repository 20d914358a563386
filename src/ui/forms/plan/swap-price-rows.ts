import Big from 'big.js';
import type { SwapQuote } from '../../../actions/orders/quote-swap.ts';
import { formatAmount, parseAmount } from '../../../domain/numbers/amount.ts';
import { readDecimal } from '../../../domain/numbers/decimal.ts';
import {
  bpsText,
  formatAge,
  formatExact,
  formatPct,
  formatPrice,
  formatUsd,
  groupThousands,
} from '../../../domain/numbers/format.ts';
import { cleanText, textLimits } from '../../../domain/text/clean-text.ts';
import type { SpotFacts } from '../../../plans/plan-kind.ts';
import { isPurchase } from '../../../plans/read-spot-inputs.ts';
import type { Desk } from '../../desk/desk.ts';
import { muted, span } from '../../text/span.ts';
import type { FormRow } from '../form-spec.ts';
import { minReceived, type QuoteReading } from '../swap/swap-quote.ts';
import { type BuiltPlan, limitOf, type PlanInputs } from './plan-inputs.ts';
import { priceOf, quotedPrice } from './plan-quote.ts';
import type { Kind } from './plan-values.ts';

/** A plan of swaps, with what it is built from. */
export interface SpotPlan extends BuiltPlan {
  readonly facts: SpotFacts;
}

/** `USDC for one SOL`. */
const unitOf = (facts: SpotFacts): string => {
  const [money, thing] = isPurchase(facts) ? [facts.input, facts.output] : [facts.output, facts.input];
  return `${money.symbol} for one ${thing.symbol}`;
};

/** Rounded against the user, to the digits that are shown. */
const rounded = (px: Big, isUp: boolean): Big => px.round(Math.max(0, 4 - px.e), isUp ? Big.roundUp : Big.roundDown);

/** Expected and worst price of swaps, by the quote of one of them; at the last prices while there is none. */
export function swapPriceRows(desk: Desk, { reading, kind, values }: PlanInputs, plan: SpotPlan): FormRow[] {
  const { facts } = plan;
  const limit = limitOf(kind, values);
  const quote = reading?.quote ?? null;
  if (!quote) return [lastPriceRow(facts), ...limitRows(facts, limit, null), quoteRow(reading)];
  const px = quotedPrice(facts, quote);
  const least = priceOf(facts, quote.request.baseUnits, minReceived(quote));
  if (!px || !least) return [{ label: 'average', value: [span('an order of this size returns nothing', 'danger')] }];
  const impact = readDecimal(quote.priceImpactPct);
  const age = formatAge(desk.now() - quote.receivedAtMs);
  const worst = formatPrice(rounded(least, isPurchase(facts)));
  return [
    {
      label: 'average',
      value: [span(`≈ ${formatPrice(px)} ${unitOf(facts)}`), muted(`   quoted ${age} ago`)],
      wraps: true,
    },
    { label: 'in all', value: [span(`≈ ${inAll(plan, quote)}`), muted('   if every order gets this quote')] },
    ...(limit
      ? limitRows(facts, limit, least)
      : [
          {
            label: 'worst',
            value: [
              span(`${worst} ${unitOf(facts)}`),
              muted(` after ${bpsText(quote.request.slippageBps)} slippage; later orders take the price of their time`),
            ],
            wraps: true,
          },
        ]),
    {
      label: 'price impact',
      value: impact
        ? [span(formatPct(impact, 2), impact.gte(5) ? 'warn' : 'plain'), muted(' an order')]
        : [muted('unknown: the quote names none')],
    },
  ];
}

/** `1,399.7 USDC` for all orders together, rounded down. */
function inAll({ planned, facts }: SpotPlan, { request, outBaseUnits }: SwapQuote): string {
  const sold = planned.reduce((sum, { size }) => sum + parseAmount(size, facts.input.decimals), 0n);
  const bought = formatAmount((sold * outBaseUnits) / request.baseUnits, facts.output.decimals);
  return `${groupThousands(bought)} ${facts.output.symbol}`;
}

/** `least`: what an order of the quote gets at worst; null without a quote. */
function limitRows(facts: SpotFacts, limit: Big | null, least: Big | null): FormRow[] {
  if (!limit) return [];
  const isBeyond = least !== null && (isPurchase(facts) ? least.gt(limit) : least.lt(limit));
  const then = isBeyond ? ': beyond it now after slippage, so the plan waits' : ': beyond it the plan waits';
  return [{ label: 'worst', value: [span(`${formatExact(limit)} ${unitOf(facts)}`), muted(then)], wraps: true }];
}

function lastPriceRow(facts: SpotFacts): FormRow {
  const { inputUsd, outputUsd } = facts;
  if (!inputUsd?.gt(0) || !outputUsd?.gt(0)) return { label: 'average', value: [muted('unknown: a price is missing')] };
  const px = isPurchase(facts) ? outputUsd.div(inputUsd) : inputUsd.div(outputUsd);
  return {
    label: 'average',
    value: [span(`≈ ${formatPrice(px)} ${unitOf(facts)}`), muted('   at the last prices')],
    wraps: true,
  };
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

/** Of orders that wait for a price: their average, or each where only one of them is to sell; and less the slippage. */
export function exitPriceRows(kind: Kind, { spec, planned, facts }: SpotPlan): FormRow[] {
  const market = kind.market(spec);
  const slippageBps = market.kind === 'spot' ? market.slippageBps : 0;
  const isOneOf = (kind.alternatives?.(spec).length ?? 0) > 0;
  const prices = isOneOf ? planned.map(({ px }) => new Big(px ?? 0)) : [averageOf(planned)];
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

function averageOf(planned: SpotPlan['planned']): Big {
  const zero = new Big(0);
  const size = planned.reduce((sum, one) => sum.plus(one.size), zero);
  const usd = planned.reduce((sum, one) => sum.plus(new Big(one.px ?? 0).times(one.size)), zero);
  return size.gt(0) ? usd.div(size) : zero;
}

/** The platform fee of all orders together as it is quoted; network fees are in no quote. */
export function swapFeeRow({ reading }: PlanInputs, { planned, facts }: SpotPlan): FormRow {
  const bps = reading?.quote?.platformFeeBps ?? null;
  if (bps === null) return { label: 'fee', value: [muted('by the pool and the service, in the quote of each order')] };
  const sold = planned.reduce((sum, { size }) => sum.plus(size), new Big(0));
  const usd = facts.inputUsd?.times(sold).times(bps).div(10_000);
  return {
    label: 'fee',
    value: [
      span(usd ? `≈ ${formatUsd(usd)} USD` : 'value unknown'),
      muted(`   platform fee ${bpsText(bps)}; network fees unknown`),
    ],
    wraps: true,
  };
}
