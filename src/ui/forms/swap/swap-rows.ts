import type Big from 'big.js';
import type { ExecuteSwap } from '../../../actions/orders/execute-swap.ts';
import type { SwapQuote } from '../../../actions/orders/quote-swap.ts';
import { readDecimal } from '../../../domain/numbers/decimal.ts';
import { bpsText, formatAge, formatPct, formatUsd } from '../../../domain/numbers/format.ts';
import { amountText } from '../../../stores/portfolio/spot-balance.ts';
import type { Desk } from '../../desk/desk.ts';
import { muted, type Span, span } from '../../text/span.ts';
import type { TypedAmount } from '../amount-field.ts';
import type { FormRow } from '../form-spec.ts';
import { keyLimitRows } from '../position-form-parts.ts';
import { agentRows, slippageText, soldRows, tokenRows } from '../spot-rows.ts';
import { type Token, tokenName } from '../token-field.ts';
import { type SpotWallet, walletRows } from '../wallet-choice.ts';
import { reviewRows } from './review-rows.ts';
import { minReceived } from './swap-quote.ts';

export interface SwapDraft extends ExecuteSwap {
  readonly wallet: SpotWallet;
  readonly sell: Token;
  readonly buy: Token;
  readonly amount: TypedAmount;
  readonly usd: Big | null;
  readonly quote: SwapQuote;
  /** Where the slippage comes from; '' if the user typed it. */
  readonly slippageSource: string;
}

type Quoted = Pick<SwapDraft, 'buy' | 'quote' | 'usd'>;

/** Quoted amounts, costs and the age of the quote. */
export function quoteRows(desk: Desk, { buy, quote, usd }: Quoted): FormRow[] {
  return [
    receivesRow({ buy, quote }),
    {
      label: 'min received',
      value: [
        span(amountText(minReceived(quote), buy, tokenName(buy))),
        muted(`   after ${bpsText(quote.request.slippageBps)} slippage${slippageText(usd, quote.request.slippageBps)}`),
      ],
    },
    costRow(quote, usd),
    { label: 'route', value: [muted(quote.route.join(' → ') || 'unknown')], wraps: true },
    ageRow(desk, quote),
  ];
}

const receivesRow = ({ buy, quote }: Omit<Quoted, 'usd'>): FormRow => ({
  label: 'receive',
  value: [span(`≈ ${amountText(quote.outBaseUnits, buy, tokenName(buy))}`, 'title')],
});

/** Stands out where it is large. */
export const impactSpan = (impact: Big): Span => span(formatPct(impact, 2), impact.gte(5) ? 'warn' : 'plain');

function costRow({ priceImpactPct, platformFeeBps }: SwapQuote, usd: Big | null): FormRow {
  const impact = readDecimal(priceImpactPct);
  const money = usd && platformFeeBps !== null ? ` ≈ ${formatUsd(usd.times(platformFeeBps).div(10_000))} USD` : '';
  const fee = platformFeeBps === null ? 'unknown' : `${bpsText(platformFeeBps)} (${platformFeeBps} bps)${money}`;
  return {
    label: 'price impact',
    value: [impact ? impactSpan(impact) : span('unknown'), muted(`   platform fee ${fee}`)],
  };
}

const ageRow = (desk: Desk, quote: SwapQuote): FormRow => ({
  label: 'quote',
  value: [muted(`${formatAge(desk.now() - quote.receivedAtMs)} old`)],
});

/** Everything that is sent, and the expected result. */
export function confirmationRows(desk: Desk, draft: SwapDraft): FormRow[] {
  const { wallet, sell, buy, amount, usd, quote, slippageBps, slippageSource } = draft;
  if (quote.own)
    return [
      ...walletRows(desk, wallet),
      ...reviewRows(desk, quote.own, draft),
      ...tokenRows(desk, 'sell token', sell),
      ...tokenRows(desk, 'buy token', buy),
      receivesRow(draft),
      ageRow(desk, quote),
      ...keyLimitRows(desk),
    ];
  const least = minReceived(quote);
  return [
    ...walletRows(desk, wallet),
    ...soldRows(desk, sell, amount, usd),
    ...tokenRows(desk, 'sell token', sell),
    ...tokenRows(desk, 'buy token', buy),
    receivesRow(draft),
    {
      label: 'min received',
      value: [span(`${amountText(least, buy, tokenName(buy))} = ${least} base units, rounded down`)],
      wraps: true,
    },
    {
      label: 'slippage',
      value: [
        span(`${bpsText(slippageBps)} (${slippageBps} bps)${slippageText(usd, slippageBps)}`),
        muted(slippageSource === '' ? '' : `, ${slippageSource}`),
      ],
      wraps: true,
    },
    costRow(quote, usd),
    ageRow(desk, quote),
    ...agentRows(desk),
    ...keyLimitRows(desk),
  ];
}
