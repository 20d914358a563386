import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { systemClock } from '../../platform/time/clock.ts';
import { accountWire } from '../../stores/account/account.fixture.ts';
import { createActiveWalletStore } from '../../stores/account/active-wallet.ts';
import { fakeReads, wire } from '../../stores/desk-data.fixture.ts';
import { queryKeys, type WantedQueryName } from '../../stores/desk-data.ts';
import { createPerpWalletId } from '../account/perp-wallet-id.ts';
import { type Call, fakeClient } from '../fake-client.fixture.ts';
import { createWantedReads, type WantedOptions } from './wanted-reads.ts';

const intervals: WantedOptions['intervals'] = {
  me: 30_000,
  settings: 30_000,
  groups: 30_000,
  suggestions: 30_000,
  allSuggestions: 30_000,
  perpOrders: 3_000,
  fills: 3_000,
  fees: 60_000,
  funding: 60_000,
  perpAccount: 3_000,
  book: 2_000,
};

const answers: Readonly<Record<string, unknown>> = {
  'account.wallets': wire.wallets,
  'account.me': accountWire.me,
  'account.settings': accountWire.settings,
  'walletGroups.list': accountWire.groups,
  'agents.listSuggestions': accountWire.suggestions,
  'perp.orders': wire.perpOrders,
  'perp.fills': wire.fills,
  'perp.fees': wire.fees,
  'perp.funding': [],
  'perp.account': { accountValue: '1', withdrawable: '1', spotBalances: [] },
  'perp.market': wire.markets[0],
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.setSystemTime(Date.UTC(2026, 0, 8));
});
afterEach(() => vi.useRealTimers());

function start(answer: (call: Call) => unknown = () => undefined) {
  const reads = fakeReads();
  const fake = fakeClient((call) => answer(call) ?? answers[call.id]);
  const wanted = createWantedReads({
    cache: reads.cache,
    client: fake.client,
    intervals,
    clock: systemClock,
    perpWalletId: createPerpWalletId(reads.cache, fake.client, createActiveWalletStore(null)),
    followOwners: () => {},
  });
  const show = (...names: WantedQueryName[]) => wanted.show({ names, bookCoin: null, ownersOf: null });
  const book = (bookCoin: string | null) => wanted.show({ names: [], bookCoin, ownersOf: null });
  const turn = (ms = 1) => vi.advanceTimersByTimeAsync(ms);
  const booksAsked = () => fake.idsOf('perp.market').map(({ input }) => (input.params as { coin: string }).coin);
  return { ...reads, ...fake, wanted, show, book, turn, booksAsked };
}

test('a read runs only while it is wanted: at once, then at its interval', async () => {
  const { show, turn, calls, idsOf, data } = start();
  await turn(120_000);
  expect(calls).toEqual([]);
  show('me', 'settings', 'groups', 'suggestions');
  show('me', 'settings', 'groups', 'suggestions');
  await turn();
  expect(calls.map(({ id }) => id).sort()).toEqual(
    ['account.me', 'account.settings', 'agents.listSuggestions', 'walletGroups.list'].sort(),
  );
  expect(data.read('me').data).toEqual(accountWire.me);
  await turn(30_000);
  expect(calls).toHaveLength(8);
  show('me');
  await turn(30_000);
  expect(calls).toHaveLength(9);
  show();
  await turn(300_000);
  expect(calls).toHaveLength(9);
  show('settings');
  await turn();
  expect(idsOf('account.settings')).toHaveLength(3);
  show();
});

test('each read names the perp wallet and its own period', async () => {
  const { show, turn, idsOf, data } = start();
  show('perpOrders', 'fills', 'fees', 'funding', 'perpAccount');
  await turn();
  const queryOf = (id: string) => idsOf(id)[0]?.input.query;
  for (const id of ['perp.orders', 'perp.fees', 'perp.account']) expect(queryOf(id)).toEqual({ wallet_id: 'w-main' });
  expect(queryOf('perp.fills')).toEqual({ wallet_id: 'w-main', start_time: Date.UTC(2026, 0, 7) });
  expect(queryOf('perp.funding')).toEqual({ wallet_id: 'w-main', start_time: Date.UTC(2026, 0, 1) });
  expect(idsOf('account.wallets')).toHaveLength(1);
  expect(data.read('perpOrders').data).toHaveLength(2);
  show();
});

test('data shown again soon is not read again unless it was marked stale', async () => {
  const { show, turn, idsOf, data } = start();
  show('fills');
  await turn();
  show();
  await turn(1_000);
  show('fills');
  await turn();
  expect(idsOf('perp.fills')).toHaveLength(1);
  show();
  data.refresh('fills', 'funding');
  await turn(1_000);
  expect(idsOf('perp.fills'), 'nobody wants it').toHaveLength(1);
  expect(idsOf('perp.funding')).toHaveLength(0);
  show('fills');
  await turn();
  expect(idsOf('perp.fills')).toHaveLength(2);
  data.refresh();
  await turn();
  expect(idsOf('perp.fills')).toHaveLength(3);
  expect(idsOf('perp.orders')).toHaveLength(0);
  show();
});

test('reads wanted by alerts and by the screen are independent of each other', async () => {
  const { wanted, show, turn, idsOf } = start();
  wanted.always(['perpOrders']);
  show('perpOrders', 'fills');
  await turn();
  show();
  await turn(3_000);
  expect([idsOf('perp.orders').length, idsOf('perp.fills').length]).toEqual([2, 1]);
  wanted.always(['fills']);
  await turn(3_000);
  expect([idsOf('perp.orders').length, idsOf('perp.fills').length]).toEqual([2, 3]);
  wanted.always([]);
  await turn(30_000);
  expect([idsOf('perp.orders').length, idsOf('perp.fills').length]).toEqual([2, 3]);
});

test('one book is read at a time; while scrolling through markets, only the last one is read', async () => {
  const { book, turn, booksAsked, data } = start();
  book('BTC');
  await turn();
  expect(data.market('BTC').data).toMatchObject({ meta: { name: 'BTC' } });
  await turn(2_000);
  expect(booksAsked()).toEqual(['BTC', 'BTC']);
  for (const coin of ['ETH', 'SOL', 'XRP', 'DOGE']) {
    book(coin);
    book(coin);
    await turn(50);
  }
  expect(booksAsked().slice(2)).toEqual(['ETH']);
  await turn(300);
  expect(booksAsked().slice(2)).toEqual(['ETH', 'DOGE']);
  expect(data.market('SOL').data).toBeUndefined();
  book(null);
  await turn(60_000);
  expect(booksAsked()).toHaveLength(4);
  expect(vi.getTimerCount()).toBe(0);
});

test('a failing read slows down, keeps its data, and does not affect the others', async () => {
  let fails = false;
  const { show, turn, idsOf, data } = start(({ id }) => {
    if (id === 'perp.fills' && fails) throw Object.assign(new Error('down'), { code: 'HTTP_503' });
    return undefined;
  });
  show('fills', 'perpOrders');
  await turn();
  fails = true;
  await turn(30_000);
  expect(idsOf('perp.fills').length).toBeLessThan(5);
  expect(idsOf('perp.orders')).toHaveLength(11);
  expect(data.read('fills')).toMatchObject({ data: [expect.anything()], problem: { code: 'HTTP_503' } });
  show();
});

test('stop leaves no timer and aborts running reads', async () => {
  const { wanted, turn, calls, cache } = start(({ id }) =>
    id === 'perp.fills' || id === 'perp.market' ? new Promise(() => {}) : undefined,
  );
  wanted.always(['perpOrders']);
  wanted.show({ names: ['fills', 'me'], bookCoin: 'BTC', ownersOf: null });
  await turn();
  wanted.stop();
  expect(vi.getTimerCount()).toBe(0);
  for (const id of ['perp.fills', 'perp.market'])
    expect(calls.find((call) => call.id === id)?.signal?.aborted, id).toBe(true);
  expect(cache.getQueryState(queryKeys.market('BTC'))?.fetchStatus).toBe('idle');
});

test('suggestions are read page by page, all again each time, and only once where pages have shifted', async () => {
  const page = (ids: readonly string[], nextCursor: string | null) => ({
    suggestions: ids.map((id) => ({ ...accountWire.suggestions.suggestions[0], id })),
    nextCursor,
  });
  let pages: Record<string, unknown> = { none: page(['a', 'b'], 'c1'), c1: page(['b', 'c'], null) };
  const { wanted, turn, idsOf, data } = start(({ id, input }) => {
    const { cursor } = (input.query ?? {}) as { cursor?: string };
    return id === 'agents.listSuggestions' ? pages[cursor ?? 'none'] : undefined;
  });
  const ids = () => (data.read('allSuggestions').data?.suggestions ?? []).map((one) => 'id' in one && one.id);
  const want = (suggestionPages: number) =>
    wanted.show({ names: ['allSuggestions'], bookCoin: null, ownersOf: null, suggestionPages });
  want(1);
  await turn();
  expect(idsOf('agents.listSuggestions').map(({ input }) => input.query)).toEqual([{ state: 'ALL', limit: 100 }]);
  expect([ids(), data.read('allSuggestions').data?.nextCursor]).toEqual([['a', 'b'], 'c1']);
  want(2);
  want(2);
  await turn();
  expect(idsOf('agents.listSuggestions')).toHaveLength(3);
  expect([ids(), data.read('allSuggestions').data?.nextCursor]).toEqual([['a', 'b', 'c'], null]);
  pages = { none: page(['x', 'a'], 'c1'), c1: page(['b'], 'c1') };
  want(9);
  await turn();
  expect(ids(), 'a cursor that leads to itself').toEqual(['x', 'a', 'b']);
  expect(idsOf('agents.listSuggestions')).toHaveLength(5);
  expect(data.read('allSuggestions').data?.nextCursor).toBeNull();
  pages = { none: { nextCursor: null } };
  await turn(30_000);
  expect(ids(), 'a list that is left out').toEqual([]);
  wanted.show({ names: [], bookCoin: null, ownersOf: null });
});
