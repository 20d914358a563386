import { chains } from '../../domain/market/chain.ts';
import { ownerNames } from '../../domain/market/owner-groups.ts';
import { quoteToken, tokenId } from '../../domain/market/token.ts';
import { formatAge, formatPct } from '../../domain/numbers/format.ts';
import type { AnyEndpoint } from '../../protocol/endpoint.ts';
import { type OwnerShare, ownerShares } from '../../stores/market/owner-shares.ts';
import type { ActionContext } from './action-context.ts';
import type { Intent } from './intent.ts';

type Context = Pick<ActionContext, 'data' | 'owners' | 'caps' | 'clock'>;

/**
 * Why the user's limits on who owns the token that an order buys ask for a typed word, as a sentence; null if they do not. An
 * order that ends in a native coin or a stablecoin is a sell: nothing hinders it.
 */
export function whyOwners(
  { data, owners, caps, clock }: Context,
  { limits }: Pick<Intent<AnyEndpoint>, 'limits'>,
): string | null {
  const token = limits && 'order' in limits ? limits.order.output : null;
  if (!token || quoteToken(token) || Object.keys(caps.owners.maxPct).length === 0) return null;
  const { family, name } = chains[token.chain];
  if (family === 'evm')
    return `Your ownership limits cannot be checked: the service has no figures for tokens on ${name}.`;
  const { shares, noShares } = ownerShares({ data, owners }, caps.owners, tokenId(token), clock.now());
  const over = shares.filter(({ pct, maxPct }) => maxPct && pct?.gt(maxPct));
  const others = shares.filter((share) => share.maxPct && !over.includes(share));
  const unknown = others.filter(({ pct }) => !pct);
  const old = others.filter(({ pct, isStale }) => pct && isStale);
  const reasons = [
    ...over.map((share) => `${nameOf(share)} ${formatPct(share.pct ?? '', 2)} (limit ${share.maxPct?.toFixed()} %)`),
    ...(unknown.length > 0 ? [`unknown: ${unknown.map(nameOf).join(', ')}${noShares ? ` (${noShares})` : ''}`] : []),
    ...(old.length > 0 ? [`too old: ${old.map((share) => `${nameOf(share)} (${ageWords(share)})`).join(', ')}`] : []),
  ];
  return reasons.length === 0 ? null : `Your ownership limits: ${reasons.join('; ')}.`;
}

const nameOf = ({ group }: OwnerShare): string => ownerNames[group];
const ageWords = ({ ageMs }: OwnerShare): string => (ageMs === null ? 'age unknown' : formatAge(ageMs));
