import { readChain } from '../../domain/market/chain.ts';
import { cleanText } from '../../domain/text/clean-text.ts';
import { listSuggestions } from '../../protocol/endpoints/agents.ts';
import { readable } from '../../protocol/schema.ts';
import { isSameAddress } from '../../stores/portfolio/same-address.ts';
import type { ActionContext } from '../pipeline/action-context.ts';
import { clockSlackMs, done, type EvidenceOf, type Finding, unclear } from './evidence.ts';

/** The list has the latest first, and this many are made in no minute. */
const mostListed = 200;

/**
 * Whether a suggestion with these terms exists that was made since. In any state: it may have been decided on already.
 */
export async function reconcileSuggestion(
  client: ActionContext['client'],
  { side, networkId, asset, rationale, knownIds }: EvidenceOf<'new-suggestion'>,
  sentAtMs: number,
): Promise<Finding> {
  const { data } = await client.call(listSuggestions, { query: { state: 'ALL', limit: mostListed } });
  const found = readable(data.suggestions ?? []).filter(
    (one) =>
      one.side.toUpperCase() === side &&
      readChain(one.networkId) === readChain(networkId) &&
      isSameAddress(one.asset.address, asset) &&
      one.rationale === cleanText(rationale) &&
      !knownIds.includes(one.id) &&
      Date.parse(one.createdAt ?? '') >= sentAtMs - clockSlackMs,
  );
  const [first] = found;
  if (!first) return unclear('the list has no new suggestion with these terms');
  return found.length === 1
    ? done(`the list has a new suggestion with these terms: ${cleanText(first.id, 64)}`)
    : unclear(`the list has ${found.length} new suggestions with these terms`);
}
