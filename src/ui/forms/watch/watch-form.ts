import type { Outcome } from '../../../actions/pipeline/outcome.ts';
import { allChains, type Chain, chains } from '../../../domain/market/chain.ts';
import { parseTokenId } from '../../../domain/market/token.ts';
import { activeWallets, type DeskWallet, walletChains } from '../../../stores/account/wallets.ts';
import { evmChains, filterProblems } from '../../../stores/market/stream-filter.ts';
import {
  addressChain,
  type CatalogStream,
  type StreamFilterInfo,
  type StreamFilterValues,
} from '../../../stores/streams.ts';
import type { Desk } from '../../desk/desk.ts';
import { muted, span } from '../../text/span.ts';
import type { Evaluation, Field, FormRow, FormSpec, Values } from '../form-spec.ts';
import { namesakesRow } from '../spot-rows.ts';
import { createTokenField, type TokenField, tokenName } from '../token-field.ts';

/** Width of a text box in cells; longer addresses scroll and are shown in full below. */
const boxWidth = 36;

const labels: Readonly<Record<string, string>> = {
  tokenAddress: 'Token',
  chainId: 'Chain',
  walletAddress: 'Wallet',
  profileId: 'Profile',
  feedId: 'Feed',
};

/** Subscribes to a stream with filters. Needs no confirmation. `watch` returns an error message or null. */
export function watchForm(
  desk: Desk,
  stream: CatalogStream,
  watch: (filter: StreamFilterValues) => string | null,
): FormSpec<StreamFilterValues> {
  const tokens = createTokenField(desk);
  return {
    id: 'watch',
    title: 'Watch stream',
    isLocal: true,
    initial: Object.fromEntries(stream.filters.map(({ name }) => [name, suggestion(desk, stream, name)])),
    subject: () => [span(stream.streamId, 'title')],
    fields: () => stream.filters.map(toField),
    evaluate: (values) => evaluate(stream, tokens, values),
    confirmation: () => [],
    submit: async (filter) => toOutcome(watch(filter)),
    onClose: tokens.close,
  };
}

function toField({ name }: StreamFilterInfo): Field {
  const label = labels[name] ?? name;
  if (name !== 'chainId') return { id: name, label, kind: 'text', width: boxWidth };
  return {
    id: name,
    label,
    kind: 'choice',
    choices: evmChains.map(({ chainId, name: chain }) => ({ value: chainId, label: chain })),
  };
}

/** Default value: the token on the tape, or the user's wallet on the chain. */
function suggestion(desk: Desk, { family }: CatalogStream, name: string): string {
  const shown = desk.ui.getState().tape.tokenId;
  const token = shown === null ? null : parseTokenId(shown);
  const isHere = token !== null && chains[token.chain].family === family;
  if (name === 'chainId') return (isHere && String(chains[token.chain].chainId)) || (evmChains[0]?.chainId ?? '');
  if (name === 'tokenAddress') return isHere ? token.address : '';
  if (name !== 'walletAddress') return '';
  const isOf = (wallet: DeskWallet) => walletChains(wallet).some((chain) => chains[chain].family === family);
  return activeWallets(desk.data.read('wallets').data).find(isOf)?.address ?? '';
}

function evaluate(stream: CatalogStream, tokens: TokenField, values: Values): Evaluation<StreamFilterValues> {
  const typed = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.trim()]));
  const lookup = typed.tokenAddress === undefined ? null : tokens.resolve(chainOf(stream, typed), typed.tokenAddress);
  const token = lookup?.state === 'found' ? lookup.token : null;
  const filter = token ? { ...typed, tokenAddress: token.address } : typed;
  const problems = {
    ...filterProblems(stream, filter),
    // The lookup error of a symbol says more than "not an address".
    ...(lookup && lookup.state !== 'found' ? { tokenAddress: lookup.message } : {}),
  };
  const preview: FormRow[] = [
    ...(token ? [{ label: 'token', value: [span(tokenName(token), 'title')] }, addressRow(token.address)] : []),
    ...(token && token.namesakes > 0 ? [namesakesRow(token.namesakes, tokenName(token))] : []),
    { label: 'content', value: [muted(stream.summary)], wraps: true },
  ];
  return { problems, preview, draft: Object.keys(problems).length > 0 ? null : filter, submitLabel: 'Watch' };
}

const addressRow = (address: string): FormRow => ({ label: 'address', value: [span(address)], wraps: true });

/** The chain to look up a token on. */
const chainOf = ({ family }: CatalogStream, { chainId }: Values): Chain =>
  allChains.find((chain) => String(chains[chain].chainId) === chainId) ?? addressChain(family);

const toOutcome = (problem: string | null): Outcome =>
  problem === null
    ? { kind: 'accepted', message: 'watched', requestId: '', taskId: null }
    : { kind: 'not-sent', code: 'NOT_WATCHED', message: problem, requestId: null };
