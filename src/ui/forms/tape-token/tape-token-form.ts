import { allChains, type Chain, chains } from '../../../domain/market/chain.ts';
import { tokenId } from '../../../domain/market/token.ts';
import { watchToken } from '../../../stores/market/watchlist.ts';
import { addNotice } from '../../../stores/notices.ts';
import type { Desk } from '../../desk/desk.ts';
import { keyOf } from '../../keys/keymap.ts';
import { muted, span } from '../../text/span.ts';
import type { Evaluation, FormRow, FormSpec, Values } from '../form-spec.ts';
import { namesakesRow } from '../spot-rows.ts';
import { createTokenField, type Token, type TokenField, tokenName } from '../token-field.ts';

const chainChoices = allChains.map((chain) => ({ value: chain, label: chains[chain].name }));

/** Adds a token to the tape. Sends nothing, so it needs no confirmation. */
export function tapeTokenForm(desk: Desk, prefill: Values = {}): FormSpec<Token> {
  const tokens = createTokenField(desk);
  return {
    id: 'tapeToken',
    title: 'Watch token',
    isLocal: true,
    initial: { chain: 'solana', token: '', ...prefill },
    subject: () => [muted('Shows the swaps of a token on the tape')],
    fields: () => [
      {
        id: 'token',
        label: 'Token',
        kind: 'text',
        isToken: true,
        width: 36,
        unit: `${keyOf(desk.keymap, 'form.find')} to search`,
      },
      { id: 'chain', label: 'Chain', kind: 'choice', choices: chainChoices },
    ],
    fillToken: (_field, { chain, address }) => ({ chain, token: address }),
    evaluate: (values) => evaluate(desk, tokens, values),
    confirmation: () => [],
    submit: async (token) => {
      const id = tokenId(token);
      const problem = watchToken(desk.watchlist, id);
      if (problem !== null) return { kind: 'not-sent', code: 'NOT_WATCHED', message: problem, requestId: null };
      desk.ui.setState(({ tape }) => ({ tape: { ...tape, tokenId: id, scroll: 0 } }));
      const message = `${tokenName(token)} is on the tape`;
      addNotice(desk.notices, { atMs: desk.now(), tone: 'ok', text: message });
      return { kind: 'accepted', message, requestId: '', taskId: null };
    },
    onClose: tokens.close,
  };
}

function evaluate(desk: Desk, tokens: TokenField, values: Values): Evaluation<Token> {
  const lookup = tokens.resolve(values['chain'] as Chain, (values['token'] ?? '').trim());
  if (lookup.state !== 'found')
    return { problems: { token: lookup.message }, preview: [], draft: null, submitLabel: 'Watch' };
  const { token } = lookup;
  const isWatched = desk.watchlist.getState().tokens.includes(tokenId(token));
  return {
    problems: isWatched ? { token: 'This token is already on the tape.' } : {},
    preview: tokenRows(token),
    draft: isWatched ? null : token,
    submitLabel: 'Watch',
  };
}

const tokenRows = (token: Token): FormRow[] => [
  { label: 'token', value: [span(tokenName(token), 'title'), muted(` on ${chains[token.chain].name}`)] },
  { label: 'address', value: [span(token.address)], wraps: true },
  ...(token.namesakes > 0 ? [namesakesRow(token.namesakes, tokenName(token))] : []),
];
