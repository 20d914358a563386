import type { SuggestTrade } from '../../../actions/account/suggestions.ts';
import { allChains, type Chain, chains, isChain } from '../../../domain/market/chain.ts';
import type { Desk } from '../../desk/desk.ts';
import { muted, span } from '../../text/span.ts';
import type { Evaluation, Field, FormRow, FormSpec, Values } from '../form-spec.ts';
import { modeRow } from '../group/group-parts.ts';
import { namesakesRow } from '../spot-rows.ts';
import { createTokenField, type TokenField, tokenName } from '../token-field.ts';

const fields: readonly Field[] = [
  {
    id: 'side',
    label: 'Side',
    kind: 'choice',
    choices: ['buy', 'sell'].map((value) => ({ value, label: value })),
  },
  {
    id: 'chain',
    label: 'Chain',
    kind: 'choice',
    choices: allChains.map((value) => ({ value, label: chains[value].name })),
  },
  { id: 'token', label: 'Token', kind: 'text', width: 44 },
  { id: 'reason', label: 'Reason', kind: 'text', width: 44, unit: '' },
];

/** Suggests a trade for someone to approve. Trades nothing. */
export function suggestionForm(desk: Desk): FormSpec<SuggestTrade> {
  const tokens = createTokenField(desk);
  return {
    id: 'suggestion',
    title: 'Suggest a trade',
    initial: { side: 'buy', chain: 'solana', token: '', reason: '' },
    subject: () => [span('A suggestion for someone to approve; trades nothing', 'title')],
    fields: () => fields,
    evaluate: (values) => evaluate(tokens, values),
    confirmation: (draft) => [modeRow(desk), ...rowsOf(draft)],
    operation: (draft) => ({ kind: 'suggestTrade', draft }),
    submit: (draft) => desk.actions.send({ kind: 'suggestTrade', draft }),
    onClose: tokens.close,
  };
}

function evaluate(tokens: TokenField, values: Values): Evaluation<SuggestTrade> {
  const chain = isChain(values.chain ?? '') ? (values.chain as Chain) : 'solana';
  const lookup = tokens.resolve(chain, values.token ?? '');
  const side = values.side === 'sell' ? 'sell' : 'buy';
  const draft: SuggestTrade | null =
    lookup.state === 'found'
      ? {
          chain,
          side,
          tokenAddress: lookup.token.address,
          token: tokenName(lookup.token),
          reason: (values.reason ?? '').trim(),
        }
      : null;
  return {
    problems: lookup.state === 'found' ? {} : { token: lookup.message },
    preview: [
      ...(draft ? rowsOf(draft) : []),
      ...(lookup.state === 'found' && lookup.token.namesakes > 0
        ? [namesakesRow(lookup.token.namesakes, tokenName(lookup.token))]
        : []),
    ],
    draft,
    submitLabel: 'Suggest trade',
  };
}

const rowsOf = ({ side, token, chain, tokenAddress, reason }: SuggestTrade): FormRow[] => [
  { label: 'suggestion', value: [span(`${side} ${token} on ${chains[chain].name}`)] },
  { label: 'address', value: [span(tokenAddress)], wraps: true },
  { label: 'reason', value: [reason ? span(reason) : muted('none')], wraps: true },
];
