import type { SuggestTrade } from '../../../actions/suggestions.ts';
import { type Chain, chains, isChain } from '../../../domain/chain.ts';
import type { Desk } from '../../desk.ts';
import { muted, span } from '../../text/span.ts';
import type { Evaluation, Field, FormRow, FormSpec, Values } from '../form-spec.ts';
import { modeRow } from '../group/group-parts.ts';
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
    choices: (Object.keys(chains) as Chain[]).map((value) => ({ value, label: chains[value].name })),
  },
  { id: 'token', label: 'Token', kind: 'text', width: 44 },
  { id: 'reason', label: 'Reason', kind: 'text', width: 44, unit: '' },
];

/** Proposes a trade for a person to decide on. Nothing is traded by it. */
export function suggestionForm(desk: Desk): FormSpec<SuggestTrade> {
  const tokens = createTokenField(desk);
  return {
    id: 'suggestion',
    title: 'Suggest a trade',
    initial: { side: 'buy', chain: 'solana', token: '', reason: '' },
    subject: () => [span('A proposal that a person decides on; nothing is traded by it', 'title')],
    fields: () => fields,
    evaluate: (values) => evaluate(tokens, values),
    confirmation: (draft) => [modeRow(desk), ...rowsOf(draft)],
    order: (draft) => ({ kind: 'suggestTrade', draft }),
    submit: (draft) => desk.actions.send({ kind: 'suggestTrade', draft }),
    closed: tokens.close,
  };
}

function evaluate(tokens: TokenField, values: Values): Evaluation<SuggestTrade> {
  const chain = isChain(values.chain ?? '') ? (values.chain as Chain) : 'solana';
  const lookup = tokens.resolve(chain, values.token ?? '');
  const side = values.side === 'sell' ? 'sell' : 'buy';
  const draft: SuggestTrade | null =
    lookup.state === 'found'
      ? {
          ...{ chain, side, tokenAddress: lookup.token.address, token: tokenName(lookup.token) },
          reason: (values.reason ?? '').trim(),
        }
      : null;
  const namesakes = lookup.state === 'found' ? lookup.token.namesakes : 0;
  return {
    problems: lookup.state === 'found' ? {} : { token: lookup.message },
    preview: [
      ...(draft ? rowsOf(draft) : []),
      ...(namesakes > 0
        ? [
            {
              label: 'mind',
              value: [span(`${namesakes} others go by this symbol: look at the address`, 'warn' as const)],
            },
          ]
        : []),
    ],
    draft,
    submitLabel: 'Suggest it',
  };
}

const rowsOf = ({ side, token, chain, tokenAddress, reason }: SuggestTrade): FormRow[] => [
  { label: 'suggests', value: [span(`to ${side} ${token} on ${chains[chain].name}`)] },
  { label: 'address', value: [span(tokenAddress)], wraps: true },
  { label: 'reason', value: [reason ? span(reason) : muted('none')], wraps: true },
];
