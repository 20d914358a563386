import { expect, test } from 'vitest';
import { allEndpoints } from '../../protocol/endpoint-list.ts';
import { isReadScope, scopesFor } from './key-scopes.ts';

/** Copied by hand from what the service's published clients and their maintainers name. */
const published = [
  'manage:wallet-groups',
  'read:alpha',
  'read:all',
  'read:wallets',
  'split:execute',
  'split:plan',
  'suggest:trade',
  'trade:swap:execute',
  'transfer:write',
  'write:wallets',
];

const names = [...new Set(allEndpoints.flatMap((endpoint) => scopesFor(endpoint) ?? []))];

test('only published names look like the service’s; the others are paper’s own and say so', () => {
  expect(names.filter((name) => !published.includes(name) && !name.startsWith('paper-'))).toEqual([]);
  expect(names.filter((name) => name.startsWith('paper-')).sort()).toEqual([
    'paper-read-alpha',
    'paper-read-balances',
    'paper-read-tokens',
    'paper-read-wallets',
    'paper-trade',
  ]);
});

test('nothing that changes something is left to a key that reads', () => {
  const open = allEndpoints.filter((one) => one.mutates && (scopesFor(one)?.some(isReadScope) ?? true));
  expect(open.map(({ id }) => id)).toEqual([]);
});

test('a group call takes either of two scopes', () => {
  const of = (id: string) => scopesFor(allEndpoints.find((one) => one.id === id)!);
  expect(of('walletGroups.list')).toEqual(['manage:wallet-groups', 'read:wallets']);
  for (const id of ['walletGroups.create', 'walletGroups.createWithWallets', 'walletGroups.delete', 'wallets.move'])
    expect(of(id)).toEqual(['manage:wallet-groups', 'write:wallets']);
  expect(of('wallets.archive')).toEqual(['write:wallets']);
});
