import { maxRationale, type SuggestTrade } from '../../../actions/account/suggestions.ts';
import { allChains, type Chain, chains, isChain } from '../../../domain/market/chain.ts';
import { readDecimal } from '../../../domain/numbers/decimal.ts';
import type { Desk } from '../../desk/desk.ts';
import { muted, span } from '../../text/span.ts';
import type { Evaluation, Field, FormRow, FormSpec, Values } from '../form-spec.ts';
import { modeRow } from '../group/group-parts.ts';
import { namesakesRow } from '../spot-rows.ts';
import { createTokenField, type TokenField, tokenName } from '../token-field.ts';

const levels = ['LOW', 'MEDIUM', 'HIGH'] as const;

const fields = ({ rationale = '' }: Values): readonly Field[] => [
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
  { id: 'token', label: 'Token', kind: 'text', width: 44, isToken: true },
  {
    id: 'rationale',
    label: 'Rationale',
    kind: 'text',
    width: 44,
    maxLength: maxRationale,
    unit: `${rationale.trim().length} of ${maxRationale}`,
  },
  { id: 'usd', label: 'Size', kind: 'text', width: 12, unit: 'USD   empty: no size' },
  {
    id: 'confidence',
    label: 'Confidence',
    kind: 'choice',
    choices: ['none', ...levels].map((value) => ({ value, label: value.toLowerCase() })),
  },
];

/** Suggests a trade for someone to approve. Trades nothing. */
export function suggestionForm(desk: Desk): FormSpec<SuggestTrade> {
  const tokens = createTokenField(desk);
  return {
    id: 'suggestion',
    title: 'Suggest a trade',
    wants: ['suggestions'],
    initial: { side: 'buy', chain: 'solana', token: '', rationale: '', usd: '', confidence: 'none' },
    subject: () => [span('A suggestion for someone to approve; trades nothing', 'title')],
    fields,
    fillToken: (_field, { chain, address }, values) => ({ ...values, chain, token: address }),
    evaluate: (values) => evaluate(tokens, values),
    confirmation: (draft) => [modeRow(desk), ...rowsOf(draft), standsRow],
    operation: (draft) => ({ kind: 'suggestTrade', draft }),
    submit: (draft) => desk.actions.send({ kind: 'suggestTrade', draft }),
    onClose: tokens.close,
  };
}

function evaluate(tokens: TokenField, values: Values): Evaluation<SuggestTrade> {
  const chain = isChain(values.chain ?? '') ? (values.chain as Chain) : 'solana';
  const lookup = tokens.resolve(chain, values.token ?? '');
  const token = lookup.state === 'found' ? lookup.token : null;
  const rationale = (values.rationale ?? '').trim();
  const size = readSize(values.usd ?? '');
  const why = rationaleProblem(rationale);
  const problems = {
    ...(lookup.state === 'found' ? {} : { token: lookup.message }),
    ...(why ? { rationale: why } : {}),
    ...(typeof size === 'string' ? { usd: size } : {}),
  };
  const draft: SuggestTrade | null =
    token && !why && typeof size !== 'string'
      ? {
          chain,
          side: values.side === 'sell' ? 'sell' : 'buy',
          tokenAddress: token.address,
          token: tokenName(token),
          rationale,
          usd: size.usd,
          confidence: levels.find((level) => level === values.confidence) ?? null,
        }
      : null;
  return {
    problems,
    preview: [
      ...(draft ? rowsOf(draft) : []),
      ...(token && token.namesakes > 0 ? [namesakesRow(token.namesakes, tokenName(token))] : []),
    ],
    draft,
    submitLabel: 'Suggest trade',
  };
}

function rationaleProblem({ length }: string): string | null {
  if (length === 0) return 'Say why: the service takes no suggestion without a rationale.';
  return length > maxRationale ? `Shorten it: the service takes at most ${maxRationale} characters.` : null;
}

/** Parses the optional size. Returns an error message if it is invalid. */
function readSize(text: string): { readonly usd: string | null } | string {
  const typed = text.trim();
  if (typed === '') return { usd: null };
  const usd = /^\d+(\.\d+)?$/.test(typed) ? readDecimal(typed) : null;
  if (!usd?.gt(0)) return 'Enter a size in USD above zero, such as 150, or leave it empty.';
  // The service takes a JSON number, which must hold exactly the typed digits.
  return usd.lte(Number.MAX_SAFE_INTEGER) && usd.eq(String(Number(typed)))
    ? { usd: usd.toFixed() }
    : 'This size has more digits than a JSON number can hold.';
}

function rowsOf({ side, token, chain, tokenAddress, rationale, usd, confidence }: SuggestTrade): FormRow[] {
  const how = [usd === null ? null : `${usd} USD`, confidence && `${confidence.toLowerCase()} confidence`];
  const terms = how.filter(Boolean).join(', ');
  return [
    {
      label: 'suggestion',
      value: [span(`${side} ${token} on ${chains[chain].name}`), muted(terms === '' ? '' : `   ${terms}`)],
      wraps: true,
    },
    { label: 'address', value: [span(tokenAddress)], wraps: true },
    { label: 'rationale', value: [span(rationale)], wraps: true },
  ];
}

const standsRow: FormRow = {
  label: 'then',
  value: [muted('The service sets when it expires. It cannot be changed or withdrawn through the API.')],
  wraps: true,
};
