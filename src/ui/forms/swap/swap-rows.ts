import type Big from 'big.js';
import type { ExecuteSwap } from '../../../actions/execute-swap.ts';
import type { SwapQuote } from '../../../actions/quote-swap.ts';
import { readDecimal } from '../../../domain/decimal.ts';
import { bpsText, formatAge, formatPct, formatUsd } from '../../../domain/format.ts';
import type { Desk } from '../../desk.ts';
import { muted, span } from '../../text/span.ts';
import type { FormRow } from '../form-spec.ts';
import { keyRow } from '../position-form-parts.ts';
import { amountText } from '../spot-balance.ts';
import { slippageText, soldRow, tokenRows } from '../spot-rows.ts';
import { type Token, tokenName } from '../token-field.ts';
import { type SpotWallet, walletRows } from '../wallet-choice.ts';
import { leastOut } from './swap-quote.ts';

export interface SwapDraft extends ExecuteSwap {
  readonly wallet: SpotWallet;
  readonly sell: Token;
  readonly buy: Token;
  readonly usd: Big | null;
  readonly quote: SwapQuote;
  /** Where the slippage comes from; '' where a person typed it. */
  readonly slippageWords: string;
}

type Quoted = Pick<SwapDraft, 'buy' | 'quote' | 'usd'>;

/** What the quote promises, what it costs, and how old it is. */
export function quoteRows(desk: Desk, { buy, quote, usd }: Quoted): FormRow[] {
  return [
    receivesRow({ buy, quote }),
    {
      label: 'at least',
      value: [
        span(amountText(leastOut(quote), buy, tokenName(buy))),
        muted(`   after ${bpsText(quote.request.slippageBps)} slippage${slippageText(usd, quote.request.slippageBps)}`),
      ],
    },
    costRow(quote, usd),
    { label: 'route', value: [muted(quote.route.join(' → ') || 'not shown')], wraps: true },
    ageRow(desk, quote),
  ];
}

const receivesRow = ({ buy, quote }: Omit<Quoted, 'usd'>): FormRow => ({
  label: 'receives',
  value: [span(`≈ ${amountText(quote.outBaseUnits, buy, tokenName(buy))}`, 'title')],
});

function costRow({ priceImpactPct, platformFeeBps }: SwapQuote, usd: Big | null): FormRow {
  const impact = readDecimal(priceImpactPct);
  const money = usd && platformFeeBps !== null ? ` ≈ ${formatUsd(usd.times(platformFeeBps).div(10_000))} USD` : '';
  const fee = platformFeeBps === null ? 'not shown' : `${bpsText(platformFeeBps)} (${platformFeeBps} bps)${money}`;
  return {
    label: 'impact',
    value: [
      span(impact ? formatPct(impact, 2) : 'not shown', impact?.gte(5) ? 'warn' : 'plain'),
      muted(`   platform fee ${fee}`),
    ],
  };
}

const ageRow = (desk: Desk, quote: SwapQuote): FormRow => ({
  label: 'quote',
  value: [muted(`${formatAge(desk.now() - quote.receivedAtMs)} old`)],
});

/** Everything that is sent, and what it is expected to give. */
export function confirmationRows(desk: Desk, draft: SwapDraft): FormRow[] {
  const { wallet, sell, buy, baseUnits, usd, quote, slippageBps, slippageWords } = draft;
  const least = leastOut(quote);
  return [
    ...walletRows(desk, wallet),
    soldRow(sell, baseUnits, usd),
    ...tokenRows(desk, 'sold token', sell),
    ...tokenRows(desk, 'buys token', buy),
    receivesRow(draft),
    {
      label: 'at least',
      value: [span(`${amountText(least, buy, tokenName(buy))} = ${least} base units, rounded down`)],
      wraps: true,
    },
    {
      label: 'slippage',
      value: [
        span(`${bpsText(slippageBps)} (${slippageBps} bps)${slippageText(usd, slippageBps)}`),
        muted(slippageWords === '' ? '' : `, ${slippageWords}`),
      ],
      wraps: true,
    },
    costRow(quote, usd),
    ageRow(desk, quote),
    ...keyRow(desk),
  ];
}
