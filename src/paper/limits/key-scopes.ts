import type { AnyEndpoint } from '../../protocol/endpoint.ts';

/*
 * What a paper key may do. Where the name of a scope is published, that is the name. For the other operations the service
 * has scopes of which nobody knows the names: paper has switches of its own in their place, grouped as the service's key
 * editor groups them, and named so that nobody takes them for the service's.
 */

const reads: Readonly<Record<string, string>> = {
  account: 'paper-read-wallets',
  agents: 'paper-read-alpha',
  tokens: 'paper-read-tokens',
  swap: 'paper-read-tokens',
  'perp.markets': 'paper-read-tokens',
  'perp.market': 'paper-read-tokens',
};
/** What is held, traded and ordered. */
const otherReads = 'paper-read-balances';
const trade = 'paper-trade';

/** Scopes or paper's switches of which a key needs one for this operation; null if any key will do. */
export function scopesFor({ id, method, scope }: AnyEndpoint): readonly string[] | null {
  if (scope !== 'unknown') return scope;
  const [resource = ''] = id.split('.');
  const isRead = method === 'GET' || resource === 'tokens';
  return [isRead ? (reads[id] ?? reads[resource] ?? otherReads) : trade];
}

/** True for what a read-only key has. */
export const isReadScope = (scope: string): boolean => /^(read:|paper-read-)/.test(scope);
