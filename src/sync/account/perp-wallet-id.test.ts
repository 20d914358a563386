import { expect, test } from 'vitest';
import { createActiveWalletStore, setActiveWallet } from '../../stores/account/active-wallet.ts';
import { wire } from '../../stores/desk-data.fixture.ts';
import { createQueryCache, DeskData, queryKeys } from '../../stores/desk-data.ts';
import { fakeClient } from '../fake-client.fixture.ts';
import { createPolling, polledNames } from '../reads/polling.ts';
import { createPerpWalletId, followPerpWallet } from './perp-wallet-id.ts';

const [first] = wire.wallets.filter((wallet) => !('chain' in wallet) || wallet.chain == null);
const second = { ...first!, walletId: 'w-second', label: 'second' };
const wallets = [first, second];
const deskWallets = [first!, second].map((wallet) => ({ ...wallet, chain: null }));
const minute = 60_000;
const intervals = {
  positions: minute,
  markets: minute,
  orders: minute,
  balances: minute,
  holdings: minute,
  wallets: minute,
  usage: minute,
};

/** A desk that reads; the positions of the second wallet are answered by hand. */
function reading(settings: object = {}, accountValues: Readonly<Record<string, string>> = {}) {
  const cache = createQueryCache();
  const data = new DeskData(cache);
  const inHand = createActiveWalletStore(null);
  const held: (() => void)[] = [];
  const fake = fakeClient(({ id, input }) => {
    if (id === 'account.wallets') return wallets;
    if (id === 'account.settings') return { tradeSettings: settings };
    const { wallet_id: walletId } = (input as { query?: { wallet_id?: string } }).query ?? {};
    if (id === 'perp.account')
      return { accountValue: accountValues[walletId ?? ''] ?? '0', withdrawable: '0', spotBalances: [] };
    if (id !== 'perp.positions') return new Promise(() => {});
    const answer = { ...wire.positions, accountValue: walletId === 'w-second' ? '2' : '1' };
    return new Promise((resolve) => held.push(() => resolve(answer)));
  });
  const perpWalletId = createPerpWalletId(cache, fake.client, inHand);
  const polling = createPolling(cache, fake.client, { intervals, perpWalletId, nativeUnit: 'as-given' });
  const stops = [followPerpWallet(cache, data, inHand), polling.stop];
  polling.poll(polledNames);
  const shown = () => (data.read('positions').data as { accountValue?: string } | undefined)?.accountValue;
  return { ...fake, cache, data, inHand, held, shown, stop: () => stops.forEach((end) => void end()) };
}

const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 50; turn++) await Promise.resolve();
};

test('after a switch of the perp wallet, data of the previous one is dropped and never returns', async () => {
  const desk = reading();
  await turns();
  desk.held[0]?.();
  await turns();
  expect(desk.shown()).toBe('1');
  desk.data.refresh('positions');
  await turns();
  setActiveWallet(desk.inHand, { ...second, chain: null }, deskWallets);
  expect(desk.data.read('positions')).toMatchObject({ data: undefined, updatedAtMs: 0 });
  await turns();
  // The first wallet's answer was on its way.
  desk.held[1]?.();
  await turns();
  expect(desk.shown()).toBeUndefined();
  desk.held[2]?.();
  await turns();
  expect(desk.shown()).toBe('2');
  desk.stop();
});

test('choosing a swap wallet, or the same perp wallet by id, keeps the positions', async () => {
  const desk = reading();
  desk.cache.setQueryData(queryKeys.named('wallets'), wallets);
  desk.cache.setQueryData(queryKeys.named('positions'), { positions: [] });
  setActiveWallet(desk.inHand, { ...second, walletId: 'w-base', chain: 'base' }, deskWallets);
  setActiveWallet(desk.inHand, { ...first!, chain: null }, deskWallets);
  expect(desk.data.read('positions').data).toBeDefined();
  desk.stop();
});

test.each([
  ['8', 'w-second', '2'],
  ['HYPE', 'w-second', '2'],
  ['8', 'w-of-nobody', '1'],
  ['6', 'w-second', '1'],
])('among several, the default of the settings decides: network %s, %s', async (network, walletId, shown) => {
  const desk = reading({ defaultWallets: { defaultWalletByNetwork: { [network]: walletId } } });
  await turns();
  for (const answer of desk.held) answer();
  await turns();
  expect(desk.shown()).toBe(shown);
  desk.stop();
});

test.each([
  [{ 'w-second': '0.5' }, '2'],
  [{ [first!.walletId]: '7', 'w-second': '6.99' }, '1'],
  [{}, '1'],
])('without a default the largest account does: %j', async (accountValues, shown) => {
  const desk = reading({}, accountValues);
  await turns();
  for (const answer of desk.held) answer();
  await turns();
  expect(desk.shown()).toBe(shown);
  desk.stop();
});
