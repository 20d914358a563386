import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeClock } from '../../platform/time/fake-clock.fixture.ts';
import { fakeReads, hostileTexts, isCellSafe, jup, sol, usdc, wire } from '../../stores/desk-data.fixture.ts';
import { createWatchlistStore } from '../../stores/market/watchlist.ts';
import { type Call, fakeClient } from '../fake-client.fixture.ts';
import { startTokenInfo } from './token-info.ts';

const id = (address: string): string => `solana:${address}`;
const info = (address: string, over = {}) => ({
  tokenId: id(address),
  chain: 'solana',
  address,
  name: `name of ${address}`,
  symbol: address.slice(0, 3),
  decimals: 6,
  ...over,
});

const namesOf = ({ input }: Call): string[] => (input.body as { tokens: string[] }).tokens;
const pool = { priceUsd: '0.95', marketCapUsd: '1100000000', liquidityUsd: '5000000' };

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function start(
  options: { tapeTokens?: readonly string[]; answer?: (call: Call) => unknown; orders?: readonly unknown[] } = {},
) {
  const reads = fakeReads();
  const fake = fakeClient(
    (call) =>
      options.answer?.(call) ??
      (call.id === 'tokens.batch'
        ? { tokens: namesOf(call).map((name) => info(name.replace('solana:', ''))) }
        : { pools: [pool] }),
  );
  if (options.orders) reads.answer('orders', { orders: options.orders, nextCursor: null }, 1);
  const clock = new FakeClock();
  const stop = startTokenInfo(
    reads.cache,
    fake.client,
    reads.data,
    createWatchlistStore(options.tapeTokens ?? []),
    clock,
  );
  const settle = () => vi.advanceTimersByTimeAsync(1);
  return { ...reads, ...fake, clock, stop, settle };
}

test('tokens of the tape, orders and wallets are read once, in one request', async () => {
  const { answer, idsOf, data, settle, stop } = start({ tapeTokens: [id(sol)], orders: wire.orders.orders });
  answer('holdings', wire.holdings, 1);
  await settle();
  expect(idsOf('tokens.batch').map(namesOf)).toEqual([[id(sol), id(jup), id(usdc)]]);
  expect(data.token(id(jup))).toEqual({ tokenId: id(jup), symbol: 'JUP', name: `name of ${jup}`, decimals: 6 });
  answer('orders', wire.orders, 2);
  answer('holdings', wire.holdings, 2);
  await settle();
  expect(idsOf('tokens.batch')).toHaveLength(1);
  answer('holdings', { positions: [{ ...wire.holdings.positions[0], tokenAddress: 'new' }] }, 3);
  await settle();
  expect(idsOf('tokens.batch').slice(1).map(namesOf)).toEqual([[id('new')]]);
  stop();
});

test('more tokens than fit into one request are read in several', async () => {
  const tapeTokens = Array.from({ length: 230 }, (_, index) => id(`t${index}`));
  const { idsOf, settle, stop } = start({ tapeTokens });
  await settle();
  const asked = idsOf('tokens.batch').map(namesOf);
  expect(asked.map(({ length }) => length)).toEqual([100, 100, 30]);
  expect(asked.flat()).toEqual(tapeTokens);
  stop();
});

test('a token unknown to the service is not read again', async () => {
  const { idsOf, answer, settle, stop, clock } = start({
    tapeTokens: [id('gone')],
    answer: ({ id: call }) => (call === 'tokens.batch' ? { tokens: [], notFound: ['solana:gone'] } : undefined),
  });
  await settle();
  for (let at = 1; at < 5; at++) {
    answer('wallets', wire.wallets, at);
    await settle();
    await clock.advance(60_000);
  }
  expect(idsOf('tokens.batch')).toHaveLength(1);
  stop();
});

test('a failed read is repeated after a pause, however often the cache changes', async () => {
  let fails = true;
  const { idsOf, answer, data, settle, stop, clock } = start({
    tapeTokens: [id(jup)],
    answer: () => {
      if (fails) throw new Error('down');
      return undefined;
    },
  });
  await settle();
  for (let at = 1; at < 20; at++) {
    answer('wallets', wire.wallets, at);
    await settle();
  }
  expect(idsOf('tokens.batch')).toHaveLength(1);
  await clock.advance(9_999);
  await settle();
  expect(idsOf('tokens.batch')).toHaveLength(1);
  fails = false;
  await clock.advance(1);
  await settle();
  expect(idsOf('tokens.batch')).toHaveLength(2);
  expect(data.token(id(jup))?.symbol).toBe('JUP');
  expect(clock.pending).toBe(0);
  stop();
});

test.each(hostileTexts)('a token called %j is stored under its id with a cleaned name', async (text) => {
  const { data, settle, stop } = start({
    tapeTokens: [id(jup)],
    answer: () => ({
      tokens: [info(jup, { symbol: text, name: text }), { tokenId: 'bad' }, info('x', { chain: text })],
    }),
  });
  await settle();
  const token = data.token(id(jup));
  expect(isCellSafe(`${token?.symbol ?? '\n'}${token?.name ?? '\n'}`)).toBe(true);
  expect(data.tokens()).toHaveLength(1);
  stop();
});

test('levels are read only for tokens that open orders watch', async () => {
  const { idsOf, answer, data, settle, stop } = start({ orders: wire.orders.orders });
  await settle();
  const pools = () => idsOf('tokens.pools').map(({ input }) => (input.params as { tokenId: string }).tokenId);
  expect(pools()).toEqual([id(jup)]);
  expect(data.levels(id(jup)).data).toEqual(pool);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(pools()).toEqual([id(jup), id(jup)]);
  answer('orders', { orders: [wire.orders.orders[1]], nextCursor: null }, 2);
  await settle();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(pools()).toHaveLength(2);
  expect(data.levels(id(jup)).data, 'a level that is not kept fresh is forgotten').toBeUndefined();
  stop();
});

test('the levels of hundreds of tokens are read in turn, less often, up to a limit', async () => {
  const order = wire.orders.orders[0]!;
  const orders = Array.from({ length: 3_000 }, (_, index) => ({
    ...order,
    orderId: `${index}`,
    inputToken: `t${index}`,
  }));
  let [open, most] = [0, 0];
  const { idsOf, settle, stop } = start({
    orders,
    answer: ({ id: call }) => {
      if (call !== 'tokens.pools') return { tokens: [] };
      most = Math.max(most, ++open);
      return new Promise((resolve) =>
        setTimeout(() => {
          open--;
          resolve({ pools: [pool] });
        }, 50),
      );
    },
  });
  await settle();
  expect(idsOf('tokens.pools')).toHaveLength(4);
  await vi.advanceTimersByTimeAsync(29_000);
  expect(most).toBe(4);
  expect(idsOf('tokens.pools')).toHaveLength(200);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(idsOf('tokens.pools').length).toBeGreaterThan(200);
  stop();
});

test('hundreds of orders on one token do not displace other tokens', async () => {
  const order = wire.orders.orders[0]!;
  const orders = Array.from({ length: 300 }, (_, index) => ({ ...order, orderId: `${index}` }));
  const { idsOf, settle, stop } = start({ orders: [...orders, { ...order, inputToken: 'other' }] });
  await settle();
  expect(idsOf('tokens.pools').map(({ input }) => (input.params as { tokenId: string }).tokenId)).toEqual([
    id(jup),
    id('other'),
  ]);
  stop();
});

test('the deepest pool gives the levels, in any order of pools; without a pool there are none', async () => {
  let pools: unknown[] = [
    { ...pool, liquidityUsd: '10' },
    { liquidityUsd: null },
    pool,
    { ...pool, liquidityUsd: 'x' },
  ];
  const { data, settle, stop } = start({
    orders: wire.orders.orders,
    answer: ({ id: call }) => (call === 'tokens.pools' ? { pools } : undefined),
  });
  await settle();
  expect(data.levels(id(jup)).data).toEqual(pool);
  pools = [];
  await vi.advanceTimersByTimeAsync(3_000);
  expect(data.levels(id(jup)).data).toEqual({ priceUsd: null, marketCapUsd: null, liquidityUsd: null });
  stop();
});

test('one change causes one review: its own writes do not repeat it', async () => {
  const { data, answer, settle, stop } = start({ orders: wire.orders.orders });
  await settle();
  const reading = vi.spyOn(data, 'read');
  answer('wallets', wire.wallets, 1);
  await settle();
  const orderReads = reading.mock.calls.filter(([name]) => name === 'orders');
  expect(orderReads.length).toBeLessThanOrEqual(3);
  stop();
});

test('stop leaves no timer and starts no read, also after a failure', async () => {
  const { calls, idsOf, answer, clock, settle, stop } = start({
    tapeTokens: [id(sol)],
    answer: ({ id: call }) => {
      if (call === 'tokens.batch') throw new Error('down');
      return undefined;
    },
  });
  await settle();
  // A second look-up is under way when the stop comes, and fails after it.
  answer('holdings', wire.holdings, 1);
  await Promise.resolve();
  expect(idsOf('tokens.batch')).toHaveLength(2);
  stop();
  const before = calls.length;
  await settle();
  await clock.advance(60_000);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(calls).toHaveLength(before);
  expect(clock.pending).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
});
