import type Big from 'big.js';
import type { Operation } from '../../../actions/operations.ts';
import type { QuoteRequest, SwapQuote } from '../../../actions/orders/quote-swap.ts';
import type { OwnSwap } from '../../../actions/own-key/own-swap.ts';
import { orderProblems, type Problems, shareOf } from '../../../actions/pipeline/limits.ts';
import { allChains, type Chain, chains } from '../../../domain/market/chain.ts';
import { toBig } from '../../../domain/numbers/amount.ts';
import { readDecimal } from '../../../domain/numbers/decimal.ts';
import { cleanText, textLimits } from '../../../domain/text/clean-text.ts';
import { markedLabel } from '../../../stores/account/wallets.ts';
import { amountText, usdValue } from '../../../stores/portfolio/spot-balance.ts';
import type { Desk } from '../../desk/desk.ts';
import { type Line, muted, span } from '../../text/span.ts';
import type { Evaluation, FormRow, FormSpec, Values } from '../form-spec.ts';
import { keyLimitRows } from '../position-form-parts.ts';
import { boughtBy, createSpotFields, type SpotInputs } from '../spot-inputs.ts';
import { agentRows, balanceRow, feeWarning, notSentRow, soldRows, tokenRows } from '../spot-rows.ts';
import { type Token, tokenName } from '../token-field.ts';
import { defaultWallet, swapWallets } from '../wallet-choice.ts';
import { findingRows } from './review-rows.ts';
import { createQuoteCache, isFresh, minReceived, type QuoteCache, quoteTtlMs } from './swap-quote.ts';
import { confirmationRows, quoteRows, type SwapDraft } from './swap-rows.ts';

const swapChains = allChains;

/**
 * Swaps from a service wallet; the quote is requested while the form is being filled in. `prefill` overrides the default
 * values. `slippageSource` says where the prefilled slippage comes from and is shown until the user changes it.
 */
export function swapForm(desk: Desk, prefill: Values = {}, slippageSource = ''): FormSpec<SwapDraft> {
  const spot = createSpotFields(desk, swapChains, swapWallets);
  const quotes = createQuoteCache(desk);
  const wallet = defaultWallet(desk, swapWallets(desk, swapChains));
  const evaluateNow = (values: Values) =>
    evaluate(desk, quotes, spot.read(values), values.slippage === prefill.slippage ? slippageSource : '');
  let typed = prefill;
  let sending = '';
  return {
    id: 'swap',
    title: 'Swap',
    initial: {
      walletId: wallet?.choice ?? '',
      sell: wallet ? chains[wallet.chain].nativeSymbol : '',
      amount: '',
      buy: '',
      slippage: '1',
      ...prefill,
    },
    ...(prefill.buy && !prefill.amount ? { initialFocus: 'amount' } : {}),
    subject: (values) => subject(spot.read(values)),
    fields: (values) => [...spot.fields(values), spot.slippageField(values)],
    fillToken: spot.fillToken,
    buys: (values) => boughtBy(spot.read(values)),
    evaluate: evaluateNow,
    confirmation: (draft) => confirmationRows(desk, draft),
    operation: toOperation,
    // The quote may have expired while the confirmation was on screen.
    expiryReason: ({ quote }) =>
      isFresh(quote, desk.now())
        ? null
        : quote.own
          ? 'The transaction has expired; requesting a new one.'
          : `The quote is older than ${quoteTtlMs / 1000} s; requesting a new one.`,
    continues: ({ quote }) =>
      quote.own && approves(quote.own.prepared) ? 'Approved: now review the swap itself.' : null,
    sendingText: () => sending,
    submit: (draft) => {
      sending = sendingTextOf(draft);
      desk.ui.setState({ lastOrder: { kind: 'swap', values: typed } });
      return desk.actions.send(toOperation(draft));
    },
    onChange: (values) => {
      typed = values;
      evaluateNow(values);
    },
    onClose: () => {
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
    muted(`   on ${chains[wallet.chain].name}, from ${cleanText(markedLabel(wallet), textLimits.symbol)}`),
  ];
}

function evaluate(desk: Desk, quotes: QuoteCache, inputs: SpotInputs, slippageSource: string): Evaluation<SwapDraft> {
  const { wallet, sell, buy, amount, slippageBps, shortfall } = inputs;
  const problems: Problems = { ...inputs.problems, ...(shortfall ? { amount: shortfall } : {}) };
  const isComplete = wallet && sell && buy && amount && slippageBps !== null && !problems.buy && !problems.slippage;
  if (!isComplete)
    return { problems, preview: partialPreview(desk, inputs), draft: null, submitLabel: submitLabel(inputs) };
  const { quote, problem } = quotes.read({
    ...requestOf(wallet.chain, sell, buy, amount.baseUnits, slippageBps),
    ...(wallet.isOwn && { ownWalletId: wallet.walletId }),
  });
  const usd = usdValue(desk, sell, amount.baseUnits) ?? (quote && usdValue(desk, buy, quote.outBaseUnits));
  const order = {
    ...({ kind: 'swap', input: sell, output: buy, usd } as const),
    sharePct: shareOf(amount.baseUnits, inputs.balance),
    priceImpactPct: readDecimal(quote?.priceImpactPct),
  };
  const found = { ...quoteProblem(quote, problem), ...orderProblems(desk, order), ...problems };
  const draft = quote &&
    Object.keys(found).length === 0 && {
      walletId: wallet.walletId,
      chain: wallet.chain,
      inputMint: sell.address,
      outputMint: buy.address,
      baseUnits: amount.baseUnits,
      amount,
      slippageBps,
      slippageSource,
      wallet,
      sell,
      buy,
      usd,
      quote,
      limits: { wallet, slippageBps, order },
      summary: `${amountText(amount.baseUnits, sell, tokenName(sell))} → ${tokenName(buy)}`,
    };
  return {
    problems: found,
    preview: [
      ...balanceRow(desk, inputs),
      ...soldRows(desk, sell, amount, usd),
      ...(quote ? quoteRows(desk, { buy, quote, usd }) : [waitingRow(problem?.message ?? null)]),
      ...(quote?.own ? ownRows(quote.own) : []),
      ...tokenRows(desk, 'sell token', sell),
      ...tokenRows(desk, 'buy token', buy),
      ...feeWarning(inputs),
      ...agentRows(desk),
      ...keyLimitRows(desk),
      notSentRow,
    ],
    draft: draft || null,
    submitLabel: quote?.own ? signLabel(quote.own, submitLabel(inputs)) : submitLabel(inputs),
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
  if (quote) return minReceived(quote) > 0n ? {} : { form: 'This swap could return nothing: sell more.' };
  return {
    form: problem
      ? `No quote: ${cleanText(problem.code, textLimits.symbol)} ${cleanText(problem.message, 200)}`
      : 'Waiting for a quote.',
  };
}

const waitingRow = (problem: string | null): FormRow => ({
  label: 'quote',
  value: problem === null ? [muted('requesting …')] : [span(`none: ${cleanText(problem, 200)}`, 'danger')],
  wraps: true,
});

const partialPreview = (desk: Desk, inputs: SpotInputs): FormRow[] => [
  ...balanceRow(desk, inputs),
  ...(inputs.sell && inputs.amount
    ? soldRows(desk, inputs.sell, inputs.amount, usdValue(desk, inputs.sell, inputs.amount.baseUnits))
    : []),
  ...(inputs.sell ? tokenRows(desk, 'sell token', inputs.sell) : []),
  ...(inputs.buy ? tokenRows(desk, 'buy token', inputs.buy) : []),
  ...keyLimitRows(desk),
];

const submitLabel = ({ sell, buy }: SpotInputs): string =>
  sell && buy ? `Swap ${tokenName(sell)} to ${tokenName(buy)}` : 'Swap';

/** Of a transaction that will not be signed, why; otherwise that Enter shows what its bytes do. */
const ownRows = ({ prepared }: OwnSwap): FormRow[] =>
  prepared.review.findings.length > 0
    ? findingRows(prepared)
    : [
        {
          label: 'own key',
          value: [muted(approves(prepared) ? approvalText : 'the bytes fit the order; Enter shows them')],
        },
      ];

const approvalText = 'the router may not move it yet: Enter shows the approval, which is signed first';

function sendingTextOf({ quote: { own }, wallet }: SwapDraft): string {
  if (!own) return 'Sent. Waiting for the response …';
  const then = approves(own.prepared) ? 'waiting until the chain has confirmed the approval' : 'sent once it is signed';
  return `${cleanText(wallet.label, textLimits.symbol)} signs; ${then} …`;
}

const approves = ({ kind }: OwnSwap['prepared']): boolean => kind === 'approval';

const signLabel = ({ prepared }: OwnSwap, swap: string): string =>
  approves(prepared) ? 'Review the approval' : swap.replace('Swap', 'Review');

const toOperation = (draft: SwapDraft): Operation => {
  const { walletId, chain, inputMint, outputMint, baseUnits, slippageBps, limits, summary } = draft;
  const { own } = draft.quote;
  if (own) return { kind: 'signSwap', draft: { walletId, chain, own, limits, summary } };
  return {
    kind: 'executeSwap',
    draft: { walletId, chain, inputMint, outputMint, baseUnits, slippageBps, limits, summary },
  };
};
