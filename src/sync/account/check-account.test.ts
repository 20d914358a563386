import { expect, test } from 'vitest';
import { createTradingStore } from '../../stores/account/trading.ts';
import { fakeReads, wire } from '../../stores/desk-data.fixture.ts';
import { checkAccount } from './check-account.ts';

function setUp(walletId: string | null) {
  const reads = fakeReads();
  const trading = createTradingStore();
  const stop = checkAccount(reads.data, trading, walletId);
  const read = (wallets: unknown) => reads.answer('wallets', wallets, 1_000);
  return { read, stop, why: () => trading.getState().wrongAccount };
}

const [first] = wire.wallets;

test('nothing is sent while the account does not have the configured wallet', () => {
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

test('an unreadable wallet may be the configured one; without a configured wallet there is no check', () => {
  const torn = setUp('w-mine');
  torn.read([...wire.wallets, { walletId: 5 }]);
  expect(torn.why()).toBeNull();
  const free = setUp(null);
  free.read(wire.wallets);
  expect(free.why()).toBeNull();
});
