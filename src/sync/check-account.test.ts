import { expect, test } from 'vitest';
import { fakeReads, wire } from '../stores/desk-data.fixture.ts';
import { createTradingStore } from '../stores/trading.ts';
import { checkAccount } from './check-account.ts';

function setUp(walletId: string | null) {
  const reads = fakeReads();
  const trading = createTradingStore();
  const stop = checkAccount(reads.data, trading, walletId);
  const read = (wallets: unknown) => reads.answer('wallets', wallets, 1_000);
  return { read, stop, why: () => trading.getState().wrongAccount };
}

const [first] = wire.wallets;

test('a configured wallet that the account does not have stops the sending, until it is there', () => {
  const { read, why, stop } = setUp('w-mine');
  expect(why()).toBeNull();
  read(wire.wallets);
  expect(why()).toMatch(/^This account has no wallet w-mine/);
  read([...wire.wallets, { ...first, walletId: 'w-mine' }]);
  expect(why()).toBeNull();
  stop();
  read(wire.wallets);
  expect(why()).toBeNull();
});

test('a wallet that cannot be read may be the one, and without a configured one nothing is compared', () => {
  const torn = setUp('w-mine');
  torn.read([...wire.wallets, { walletId: 5 }]);
  expect(torn.why()).toBeNull();
  const free = setUp(null);
  free.read(wire.wallets);
  expect(free.why()).toBeNull();
});
