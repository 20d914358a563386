import type Big from 'big.js';
import { perpCoins, priceOf } from '../../../alerts/alert-facts.ts';
import {
  addRule,
  isReached,
  isSameRule,
  maxRules,
  type PriceCondition,
  type PriceRule,
  parsePriced,
  removeRule,
  ruleWords,
  type SetPriceRule,
} from '../../../alerts/price-rules.ts';
import { allChains, type Chain, chains } from '../../../domain/market/chain.ts';
import { tokenId } from '../../../domain/market/token.ts';
import { groupThousands } from '../../../domain/numbers/format.ts';
import { addNotice } from '../../../stores/notices.ts';
import type { Desk } from '../../desk/desk.ts';
import { muted, span } from '../../text/span.ts';
import type { Evaluation, Field, FormRow, FormSpec, Values } from '../form-spec.ts';
import { createTokenField, type TokenField, tokenName } from '../token-field.ts';

type AlertDraft = { readonly add: SetPriceRule } | { readonly remove: PriceRule };

const newRule = 'new';
const validPrice = /^(?=.*[1-9])\d{1,15}(\.\d{1,18})?$/;

/** Sets or removes a price alert. Sends nothing, so it needs no confirmation. */
export function alertForm(desk: Desk, prefill: Values = {}): FormSpec<AlertDraft> {
  const tokens = createTokenField(desk);
  return {
    id: 'alert',
    title: 'Price alerts',
    isLocal: true,
    initial: { market: 'perp', what: '', direction: 'above', value: '', calls: 'always', rule: newRule, ...prefill },
    subject: () => [muted('Alerts you when a price is reached')],
    fields: (values) => fields(desk, values),
    evaluate: (values) => evaluate(desk, tokens, values),
    confirmation: () => [],
    submit: async (draft) => {
      const text = outcomeWords(draft);
      if ('add' in draft) addRule(desk.priceRules, draft.add);
      else removeRule(desk.priceRules, draft.remove.id);
      addNotice(desk.notices, { atMs: desk.now(), tone: 'ok', text });
      return { kind: 'accepted', message: text, requestId: '', taskId: null };
    },
    onClose: tokens.close,
  };
}

function outcomeWords(draft: AlertDraft): string {
  if ('add' in draft) return `Alert set: ${ruleWords(draft.add)}${draft.add.isOnce ? ', once' : ''}`;
  const { remove } = draft;
  const returns = remove.isConfigured ? '. It is in the configuration file and returns at the next start' : '';
  return `Alert removed: ${ruleWords(remove)}${returns}`;
}

function fields(desk: Desk, values: Values): Field[] {
  const { rules } = desk.priceRules.getState();
  const choices = [
    { value: newRule, label: 'new' },
    ...rules.map((rule) => ({ value: rule.id, label: `remove ${ruleWords(rule)}` })),
  ];
  const rule: Field[] = rules.length > 0 ? [{ id: 'rule', label: 'Alert', kind: 'choice', choices }] : [];
  if (values['rule'] !== newRule) return rule;
  const markets = allChains.map((chain) => ({
    value: chain,
    label: `on ${chains[chain].name}`,
  }));
  return [
    { id: 'what', label: 'Asset', kind: 'text', width: 36 },
    {
      id: 'market',
      label: 'Market',
      kind: 'choice',
      choices: [{ value: 'perp', label: 'perp' }, ...markets],
    },
    {
      id: 'direction',
      label: 'When',
      kind: 'choice',
      choices: [
        { value: 'above', label: 'above' },
        { value: 'below', label: 'below' },
      ],
    },
    { id: 'value', label: 'Price', kind: 'text', width: 20, unit: 'USD' },
    {
      id: 'calls',
      label: 'Repeat',
      kind: 'choice',
      choices: [
        { value: 'always', label: 'every time' },
        { value: 'once', label: 'once, then remove' },
      ],
    },
    ...rule,
  ];
}

function evaluate(desk: Desk, tokens: TokenField, values: Values): Evaluation<AlertDraft> {
  const { rules } = desk.priceRules.getState();
  const preview = listRows(desk, rules);
  const remove = rules.find(({ id }) => id === values['rule']);
  if (remove) return { problems: {}, preview, draft: { remove }, submitLabel: 'Remove' };
  const priced = pricedOf(desk, tokens, values);
  const typed = (values['value'] ?? '').trim();
  const problems = {
    ...(typeof priced === 'string' ? { what: priced } : {}),
    ...(validPrice.test(typed) ? {} : { value: 'Enter a price above zero in USD, such as 200 or 0.0125.' }),
  };
  if (typeof priced === 'string' || !validPrice.test(typed))
    return { problems, preview, draft: null, submitLabel: 'Set' };
  const condition: PriceCondition = {
    ...priced,
    direction: values['direction'] === 'below' ? 'below' : 'above',
    value: typed,
  };
  const price = priceOf(desk.data, condition.of);
  // Armed immediately if the condition is not met now, since it may be met before the first check.
  const isArmed = price !== null && !isReached(condition, price);
  const add: SetPriceRule = { ...condition, isOnce: values['calls'] === 'once', isArmed };
  const why = whyNotSet(desk, rules, add);
  const rows = [...newRows(condition, price), ...preview];
  return { problems: why ? { form: why } : {}, preview: rows, draft: why ? null : { add }, submitLabel: 'Set' };
}

/** The asset whose price is watched, or an error message. */
function pricedOf(desk: Desk, tokens: TokenField, values: Values): Pick<PriceCondition, 'of' | 'name'> | string {
  const what = (values['what'] ?? '').trim();
  if (values['market'] !== 'perp') {
    const lookup = tokens.resolve(values['market'] as Chain, what);
    if (lookup.state !== 'found') return lookup.message;
    return { of: { kind: 'token', tokenId: tokenId(lookup.token) }, name: tokenName(lookup.token) };
  }
  const coin = perpCoins(desk.data).find((name) => name.toLowerCase() === what.toLowerCase());
  const priced = coin === undefined ? null : parsePriced(`perp:${coin}`);
  return priced ?? 'Enter a perp coin, such as BTC. For a token, change Market.';
}

function whyNotSet(desk: Desk, rules: readonly PriceRule[], add: PriceCondition): string | null {
  if (desk.session.getState().mode === 'replay') return 'Alerts do not work in a recording.';
  if (rules.some((rule) => isSameRule(rule, add))) return 'This alert is already set.';
  return rules.length >= maxRules ? `${maxRules} alerts are set, the maximum: remove one first.` : null;
}

function newRows(condition: PriceCondition, price: Big | null): FormRow[] {
  const { of } = condition;
  return [
    ...(of.kind === 'token' ? [{ label: 'token', value: [span(of.tokenId)], wraps: true }] : []),
    {
      label: 'price now',
      value: [price ? span(groupThousands(price.toFixed())) : muted('read once the alert is set')],
    },
    ...(price && isReached(condition, price)
      ? [
          {
            label: 'warning',
            value: [span('already reached: alerts when it is reached again', 'warn' as const)],
            wraps: true,
          },
        ]
      : []),
  ];
}

const listRows = (desk: Desk, rules: readonly PriceRule[]): FormRow[] =>
  rules.map((rule) => {
    const price = priceOf(desk.data, rule.of);
    return {
      label: 'set',
      value: [
        span(`${ruleWords(rule)}${rule.isOnce ? ', once' : ''}`),
        muted(price ? `   now ${groupThousands(price.toFixed())}` : ''),
      ],
    };
  });
