import { expect, test } from 'vitest';
import { fakeReads, wire } from '../desk-data.fixture.ts';
import { activeWallets, perpWallet } from './wallets.ts';

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
