import type Big from 'big.js';
import { orderProblems, type Problems, shareOf } from '../../../actions/limits.ts';
import type { Order } from '../../../actions/orders.ts';
import type { QuoteRequest, SwapQuote } from '../../../actions/quote-swap.ts';
import { toBig } from '../../../domain/amount.ts';
import { type Chain, chains } from '../../../domain/chain.ts';
import { cleanText, textLimits } from '../../../domain/clean-text.ts';
import { readDecimal } from '../../../domain/decimal.ts';
import type { Desk } from '../../desk.ts';
import { type Line, muted, span } from '../../text/span.ts';
import type { Evaluation, FormRow, FormSpec, Values } from '../form-spec.ts';
import { keyRow } from '../position-form-parts.ts';
import { amountText, usdValue } from '../spot-balance.ts';
import { createSpotFields, type SpotInputs } from '../spot-inputs.ts';
import { balanceRow, feeWarning, soldRow, tokenRows } from '../spot-rows.ts';
import { type Token, tokenName } from '../token-field.ts';
import { defaultWallet, spotWallets } from '../wallet-choice.ts';
import { createQuoteKeeper, isFresh, leastOut, type QuoteKeeper, quoteLivesMs } from './swap-quote.ts';
import { confirmationRows, quoteRows, type SwapDraft } from './swap-rows.ts';

const swapChains = Object.keys(chains) as Chain[];

/**
 * Swaps from a service wallet, on a quote that is asked for while the form is filled in. `prefill` stands in the place of
 * the fields' usual first values; `slippageWords` say where the slippage in it comes from, for as long as it stands.
 */
export function swapForm(desk: Desk, prefill: Values = {}, slippageWords = ''): FormSpec<SwapDraft> {
  const spot = createSpotFields(desk, swapChains);
  const quotes = createQuoteKeeper(desk);
  const wallet = defaultWallet(desk, spotWallets(desk, swapChains));
  const evaluateNow = (values: Values) =>
    evaluate(desk, quotes, spot.read(values), values.slippage === prefill.slippage ? slippageWords : '');
  let typed = prefill;
  return {
    id: 'swap',
    title: 'Swap',
    initial: {
      walletId: wallet?.walletId ?? '',
      sell: wallet ? chains[wallet.chain].nativeSymbol : '',
      amount: '',
      buy: '',
      slippage: '1',
      ...prefill,
    },
    // With the tokens given, the amount is what is left to say.
    ...(prefill.buy && !prefill.amount ? { startsAt: 'amount' } : {}),
    subject: (values) => subject(spot.read(values)),
    fields: (values) => [...spot.fields(values), spot.slippageField(values)],
    take: spot.take,
    evaluate: evaluateNow,
    confirmation: (draft) => confirmationRows(desk, draft),
    order,
    // The confirmation may have been on screen for long: what it promised must still hold when it is pressed.
    whyExpired: ({ quote }) =>
      isFresh(quote, desk.now())
        ? null
        : `The quote is older than ${quoteLivesMs / 1000} s; a new one is being asked for.`,
    submit: (draft) => {
      desk.ui.setState({ lastOrder: { kind: 'swap', values: typed } });
      return desk.actions.send(order(draft));
    },
    changed: (values) => {
      typed = values;
      evaluateNow(values);
    },
    closed: () => {
      spot.close();
      quotes.close();
    },
  };
}

function subject({ wallet, sell, buy }: SpotInputs): Line {
  if (!wallet) return [span('Swap', 'title')];
  const pair = `${sell ? tokenName(sell) : '…'} → ${buy ? tokenName(buy) : '…'}`;
  return [
    span(pair, 'title', { bold: true }),
    muted(`   on ${chains[wallet.chain].name}, from ${cleanText(wallet.label, textLimits.symbol)}`),
  ];
}

function evaluate(desk: Desk, quotes: QuoteKeeper, inputs: SpotInputs, slippageWords: string): Evaluation<SwapDraft> {
  const { wallet, sell, buy, amount, slippageBps, shortfall } = inputs;
  const problems: Problems = { ...inputs.problems, ...(shortfall ? { amount: shortfall } : {}) };
  const isComplete = wallet && sell && buy && amount && slippageBps !== null && !problems.buy && !problems.slippage;
  if (!isComplete)
    return { problems, preview: partialPreview(desk, inputs), draft: null, submitLabel: submitLabel(inputs) };
  const { quote, problem } = quotes.read(requestOf(wallet.chain, sell, buy, amount.baseUnits, slippageBps));
  const usd = usdValue(desk, sell, amount.baseUnits) ?? (quote && usdValue(desk, buy, quote.outBaseUnits));
  const order = {
    ...({ kind: 'swap', input: sell, output: buy, usd } as const),
    sharePct: shareOf(amount.baseUnits, inputs.balance),
    priceImpactPct: readDecimal(quote?.priceImpactPct),
  };
  const found = { ...quoteProblem(quote, problem), ...orderProblems(desk, order), ...problems };
  const draft = quote &&
    Object.keys(found).length === 0 && {
      ...{ walletId: wallet.walletId, chain: wallet.chain, inputMint: sell.address, outputMint: buy.address },
      ...{ baseUnits: amount.baseUnits, slippageBps, slippageWords, wallet, sell, buy, usd, quote },
      limits: { wallet, slippageBps, order },
      summary: `${amountText(amount.baseUnits, sell, tokenName(sell))} → ${tokenName(buy)}`,
    };
  return {
    problems: found,
    preview: [
      ...balanceRow(desk, inputs),
      soldRow(sell, amount.baseUnits, usd),
      ...(quote ? quoteRows(desk, { buy, quote, usd }) : [waitingRow(problem?.message ?? null)]),
      ...tokenRows(desk, 'sold token', sell),
      ...tokenRows(desk, 'buys token', buy),
      ...feeWarning(inputs),
      ...keyRow(desk),
    ],
    draft: draft || null,
    submitLabel: submitLabel(inputs),
    referencePrice: quote ? rateOf(quote, buy, toBig(amount.baseUnits, sell.decimals)) : undefined,
  };
}

const requestOf = (chain: Chain, sell: Token, buy: Token, baseUnits: bigint, slippageBps: number): QuoteRequest => ({
  chain,
  inputMint: sell.address,
  outputMint: buy.address,
  baseUnits,
  slippageBps,
});

const rateOf = ({ outBaseUnits }: SwapQuote, buy: Token, amountIn: Big): string =>
  toBig(outBaseUnits, buy.decimals).div(amountIn).toFixed();

function quoteProblem(quote: SwapQuote | null, problem: { code: string; message: string } | null): Problems {
  if (quote) return leastOut(quote) > 0n ? {} : { form: 'This swap would give nothing: sell more.' };
  return {
    form: problem
      ? `No quote: ${cleanText(problem.code, textLimits.symbol)} ${cleanText(problem.message, 200)}`
      : 'Waiting for the quote.',
  };
}

const waitingRow = (problem: string | null): FormRow => ({
  label: 'quote',
  value: problem === null ? [muted('asking …')] : [span(`none: ${cleanText(problem, 200)}`, 'danger')],
  wraps: true,
});

const partialPreview = (desk: Desk, inputs: SpotInputs): FormRow[] => [
  ...balanceRow(desk, inputs),
  ...(inputs.sell && inputs.amount
    ? [soldRow(inputs.sell, inputs.amount.baseUnits, usdValue(desk, inputs.sell, inputs.amount.baseUnits))]
    : []),
  ...(inputs.sell ? tokenRows(desk, 'sold token', inputs.sell) : []),
  ...(inputs.buy ? tokenRows(desk, 'buys token', inputs.buy) : []),
  ...keyRow(desk),
];

const submitLabel = ({ sell, buy }: SpotInputs): string =>
  sell && buy ? `Swap ${tokenName(sell)} to ${tokenName(buy)}` : 'Swap';

const order = (draft: SwapDraft): Order => {
  const { walletId, chain, inputMint, outputMint, baseUnits, slippageBps, limits, summary } = draft;
  return {
    kind: 'executeSwap',
    draft: { walletId, chain, inputMint, outputMint, baseUnits, slippageBps, limits, summary },
  };
};
