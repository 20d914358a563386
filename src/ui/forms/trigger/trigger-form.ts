import type Big from 'big.js';
import type { Operation } from '../../../actions/operations.ts';
import { orderProblems, type Problems, type SizedOrder, shareOf } from '../../../actions/pipeline/limits.ts';
import { chains, contractChains } from '../../../domain/market/chain.ts';
import { quoteToken, tokenId } from '../../../domain/market/token.ts';
import { heldTokens, usdValue } from '../../../stores/portfolio/spot-balance.ts';
import type { Desk } from '../../desk/desk.ts';
import { type Line, muted, span } from '../../text/span.ts';
import type { Evaluation, FormRow, FormSpec, Values } from '../form-spec.ts';
import { multisendRemedy } from '../multisend/multisend-form.ts';
import { triggerKeyLimitRows } from '../position-form-parts.ts';
import { boughtBy, createSpotFields, type SpotInputs } from '../spot-inputs.ts';
import { agentRows, balanceRow, notSentRow, soldRows, tokenRows } from '../spot-rows.ts';
import { heldAddress } from '../token-field.ts';
import { defaultWallet, type SpotWallet, spotWallets } from '../wallet-choice.ts';
import { bodyOf, ruleProblems } from './trigger-body.ts';
import { conditionFields, expiryField, readCondition, type TypedCondition } from './trigger-condition.ts';
import { confirmationRows, effectRow, nowRows, type TriggerDraft, valueNow } from './trigger-rows.ts';
import { triggerSentence, watchedToken } from './trigger-sentence.ts';

/** Creates an order at the service that swaps at a price, market cap or liquidity. `prefill` overrides the default values. */
export function triggerForm(desk: Desk, prefill: Values = {}): FormSpec<TriggerDraft> {
  const spot = createSpotFields(desk, contractChains);
  const wallet = defaultWallet(desk, spotWallets(desk, contractChains));
  let typed = prefill;
  return {
    id: 'trigger',
    title: 'New trigger order',
    initial: {
      walletId: wallet?.choice ?? '',
      sell: wallet ? sellByDefault(desk, wallet) : '',
      amount: '',
      buy: '',
      behavior: 'immediate',
      metric: 'price_usd',
      direction: 'below',
      value: '',
      trailing: '',
      slippage: '2',
      expiry: '24',
      ...prefill,
    },
    ...(prefill.buy && !prefill.amount ? { initialFocus: 'amount' } : {}),
    subject: (values) => subject(spot.read(values), readCondition(values)),
    fields: (values) => [
      ...spot.fields(values),
      ...conditionFields(values),
      spot.slippageField(values),
      expiryField(values, desk.now()),
    ],
    fillToken: spot.fillToken,
    buys: (values) => boughtBy(spot.read(values)),
    evaluate: (values) => evaluate(desk, spot.read(values), readCondition(values)),
    confirmation: (draft) => confirmationRows(desk, draft),
    operation: toOperation,
    submit: (draft) => {
      desk.ui.setState({ lastOrder: { kind: 'trigger', values: typed } });
      return desk.actions.send(toOperation(draft));
    },
    remedy: (outcome, values) => multisendRemedy(desk, outcome, spot.read(values).wallet),
    onChange: (values) => {
      typed = values;
      spot.read(values);
    },
    onClose: () => spot.close(),
  };
}

const toOperation = ({ body, limits, summary }: TriggerDraft): Operation => ({
  kind: 'createTriggerOrder',
  draft: { body, limits, summary },
});

/** The most valuable held token, by symbol if that is unambiguous; otherwise the native token. */
function sellByDefault(desk: Desk, wallet: SpotWallet): string {
  const held = heldTokens(desk, wallet);
  const first = held.find((address) => !quoteToken({ chain: wallet.chain, address }));
  if (!first) return chains[wallet.chain].nativeSymbol;
  const symbol = desk.data.token(tokenId({ chain: wallet.chain, address: first }))?.symbol ?? '';
  return heldAddress(desk, wallet.chain, held, symbol) === first ? symbol : first;
}

function sentenceOf({ sell, buy, amount }: SpotInputs, condition: TypedCondition): string | null {
  const isRead = condition.value !== null || condition.trailingPct !== null;
  return sell && buy && amount && isRead ? triggerSentence({ sell, buy, amount, condition }) : null;
}

/** The order as a sentence; until it is complete, what the form does. */
function subject(inputs: SpotInputs, condition: TypedCondition): Line {
  const sentence = sentenceOf(inputs, condition);
  return [sentence === null ? muted('Swaps when a condition is met; watched by the service') : span(sentence, 'title')];
}

function evaluate(desk: Desk, inputs: SpotInputs, condition: TypedCondition): Evaluation<TriggerDraft> {
  const { wallet, sell, buy, amount } = inputs;
  const body = bodyOf(inputs, condition);
  const usd = sell && amount && usdValue(desk, sell, amount.baseUnits);
  const order = sizedOrder(inputs, usd);
  const problems: Problems = {
    ...(order ? orderProblems(desk, order) : {}),
    ...ruleProblems(body, condition),
    ...condition.problems,
    ...inputs.problems,
  };
  const watched = sell && buy && watchedToken(sell, buy);
  const summary = sentenceOf(inputs, condition);
  const { slippageBps } = inputs;
  const limits = wallet && order && slippageBps !== null && { wallet, slippageBps, order };
  const isReady = Object.keys(problems).length === 0 && body && wallet && watched && amount && summary && limits;
  return {
    problems,
    preview: preview(desk, inputs, condition, usd),
    draft: isReady ? { body, summary, limits, wallet, sell, buy, watched, condition, usd, amount } : null,
    submitLabel: 'Create order',
    referencePrice: (watched && valueNow(desk, watched, condition.metric)?.toFixed()) || undefined,
  };
}

function sizedOrder({ sell, buy, amount, balance }: SpotInputs, usd: Big | null): SizedOrder | null {
  if (!sell || !buy || !amount) return null;
  const sharePct = shareOf(amount.baseUnits, balance);
  return { kind: 'trigger', input: sell, output: buy, usd, sharePct, priceImpactPct: null };
}

function preview(desk: Desk, inputs: SpotInputs, condition: TypedCondition, usd: Big | null): FormRow[] {
  const { sell, buy, amount, shortfall } = inputs;
  return [
    ...balanceRow(desk, inputs),
    // Only a warning: funds are checked when the order fires.
    ...(shortfall ? [{ label: '', value: [span(shortfall, 'warn')], wraps: true }] : []),
    ...(sell && amount ? soldRows(desk, sell, amount, usd) : []),
    ...(sell && buy ? nowRows(desk, watchedToken(sell, buy), condition) : []),
    ...(sell ? tokenRows(desk, 'sell token', sell) : []),
    ...(buy ? tokenRows(desk, 'buy token', buy) : []),
    effectRow,
    ...agentRows(desk),
    ...triggerKeyLimitRows(desk),
    notSentRow,
  ];
}
