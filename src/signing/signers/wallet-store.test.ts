import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { beforeEach, expect, test } from 'vitest';
import { testFolders } from '../../platform/test-folders.fixture.ts';
import type { OwnWallet } from '../own-wallet.ts';
import { evmOwner, svmOwner } from './transactions.fixture.ts';
import { createWalletStore, isWalletName, type WalletStore, walletKeychainAccount } from './wallet-store.ts';

const newFolder = testFolders('wallets');
let store: WalletStore;
beforeEach(() => {
  store = createWalletStore(newFolder());
});

const wallet = (name: string, mode: OwnWallet['mode'] = 'paper', address = svmOwner): OwnWallet => ({
  name,
  mode,
  family: address.startsWith('0x') ? 'evm' : 'svm',
  address,
  source: { kind: 'keychain', account: walletKeychainAccount(mode, address) },
});

test('wallets are kept by mode, and found by name', () => {
  expect(store.list('paper')).toEqual([]);
  store.add(wallet('b'));
  store.add(wallet('a', 'paper', evmOwner));
  store.add(wallet('b', 'live'));
  expect(store.list('paper').map(({ name }) => name)).toEqual(['a', 'b']);
  expect(store.find('live', 'b')).toEqual(wallet('b', 'live'));
  expect(store.find('live', 'a')).toBeNull();
  expect(statSync(store.file).mode & 0o777).toBe(0o600);
  expect(store.remove('paper', 'b')).toBe(true);
  expect(store.remove('paper', 'b')).toBe(false);
  expect(store.find('live', 'b')).not.toBeNull();
});

test('a name and an address are once in a mode', () => {
  store.add(wallet('a'));
  expect(() => store.add(wallet('a', 'paper', evmOwner))).toThrow(/There is a paper wallet a already: .*--paper/);
  expect(() => store.add(wallet('b'))).toThrow(/The paper wallet a has this address already/);
  expect(store.list('paper')).toEqual([wallet('a')]);
});

test.each<[string, (text: string) => string]>([
  ['cut off', (text) => text.slice(0, -9)],
  ['of another version', (text) => text.replace('"version": 1', '"version": 2')],
  ['with another field', (text) => text.replace('"version"', '"extra": 1, "version"')],
  [
    'with a relative file',
    (text) => text.replace(/"kind": "keychain",\s*"account": "[^"]*"/, '"kind": "file", "file": "x"'),
  ],
  ['whose paper wallet names a live key', (text) => text.replace('wallet:paper:', 'wallet:live:')],
  ['whose address is none', (text) => text.replaceAll(svmOwner, `${svmOwner.slice(0, -1)}0`)],
  ['whose wallet is there twice', (text) => text.replace(/\[\s*(\{[\s\S]*\})\s*\]/, '[$1, $1]')],
])('a list %s is an error, and is not overwritten', (_, damage) => {
  store.add(wallet('a'));
  const damaged = damage(readFileSync(store.file, 'utf8'));
  writeFileSync(store.file, damaged);
  for (const call of [
    () => store.list('paper'),
    () => store.find('live', 'x'),
    () => store.add(wallet('b', 'live')),
    () => store.remove('paper', 'a'),
  ])
    expect(call).toThrow(`The list of own wallets ${store.file} is damaged`);
  expect(readFileSync(store.file, 'utf8')).toBe(damaged);
});

test('names follow the rule of profile names', () => {
  for (const name of ['a', 'main-2', '0_x']) expect(isWalletName(name)).toBe(true);
  for (const name of ['', 'Main', '-a', 'a b', 'a'.repeat(33), '../a']) expect(isWalletName(name)).toBe(false);
});
