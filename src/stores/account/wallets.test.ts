import { expect, test } from 'vitest';
import { fakeReads, wire } from '../desk-data.fixture.ts';
import { activeWallets, type DeskWallet, perpWallet, perpWallets, walletChains } from './wallets.ts';

const walletsOf = (list: readonly unknown[]) => {
  const reads = fakeReads();
  reads.answer('wallets', list, 1);
  return activeWallets(reads.data.read('wallets').data);
};

test('archived wallets, in any letter case, and unreadable ones are left out', () => {
  const ids = walletsOf([...wire.wallets, { ...wire.wallets[0], walletId: 'x', state: 'archived' }, { walletId: 7 }]);
  expect(ids.map(({ walletId }) => walletId)).toEqual(['w-main', 'w-base']);
});

test('a wallet without a label is named by its id; before the first read there are no wallets', () => {
  expect(walletsOf([{ walletId: 'w', address: 'a', state: 'ACTIVE' }])).toEqual([
    { walletId: 'w', address: 'a', label: 'w', chain: null },
  ]);
  expect(activeWallets(undefined)).toEqual([]);
});

test('the perp wallet is the preferred one, else the first multi-chain wallet', () => {
  const wallets = walletsOf([
    wire.wallets[1],
    wire.wallets[0],
    { walletId: 'w-2', address: 'b', state: 'ACTIVE', chain: null, label: '' },
  ]);
  expect(perpWallet(wallets, null)?.walletId).toBe('w-main');
  expect(perpWallet(wallets, 'w-2')?.walletId).toBe('w-2');
  expect(perpWallet(wallets, 'w-base')?.walletId).toBe('w-main');
  expect(perpWallet(wallets, 'gone')?.walletId).toBe('w-main');
  expect(perpWallet(walletsOf([wire.wallets[1]]), null)).toBeNull();
});

test('a missing state is active, unless the wallet says when it was archived', () => {
  const gone = { walletId: 'w-gone', address: 'b', archivedAt: '2026-05-18T10:00:00Z' };
  expect(walletsOf([{ walletId: 'w', address: 'a' }, gone]).map(({ walletId }) => walletId)).toEqual(['w']);
});

const solana = '8qNrbwBzWo63i3UjDgN5zPdPc7XEgu4EcduJkyJNmJVe';
const evm = '0xecd353c2bc593701e82fbc8e9c31bd75c86a612f';
const wallet = (walletId: string, chain: string | null, address: string): DeskWallet => ({
  walletId,
  chain,
  address,
  label: walletId,
});

test.each([
  ['solana', solana, ['solana']],
  ['base', evm, ['base']],
  [null, solana, ['solana']],
  [null, evm, ['base', 'bsc', 'monad']],
  [null, 'nowhere', []],
  ['sui', '0x2', []],
])('a wallet on %s with the address %s swaps on %j', (chain, address, chains) => {
  expect(walletChains({ chain, address })).toEqual(chains);
});

test('a perp account belongs to an EVM wallet that names no chain, else to any that names none', () => {
  const [main, perps, base] = [wallet('main', null, solana), wallet('perps', null, evm), wallet('base', 'base', evm)];
  expect(perpWallets([main, perps, base])).toEqual([perps]);
  expect(perpWallets([main, base])).toEqual([main]);
  expect(perpWallet([main, perps], 'main')).toBe(perps);
  expect(perpWallet([base], 'base')).toBeNull();
});
