import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createActiveWalletStore } from '../../stores/account/active-wallet.ts';
import { fakeReads, wire } from '../../stores/desk-data.fixture.ts';
import { createPerpWalletId } from '../account/perp-wallet-id.ts';
import { type Call, fakeClient } from '../fake-client.fixture.ts';
import { retryDelayMs } from './keep-fresh.ts';
import { createPolling, polledNames, type RefreshIntervals } from './polling.ts';

const intervals: RefreshIntervals = {
  positions: 1_500,
  markets: 2_000,
  orders: 5_000,
  balances: 10_000,
  holdings: 10_000,
  wallets: 60_000,
  usage: 60_000,
};

const answers: Readonly<Record<string, unknown>> = {
  'perp.positions': wire.positions,
  'perp.markets': wire.markets,
  'trigger.list': wire.orders,
  'portfolio.balances': wire.balances,
  'portfolio.positions': wire.holdings,
  'account.wallets': wire.wallets,
  'account.usage': wire.usage,
};

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function start(options: { answer?: (call: Call) => unknown; wallet?: string | null } = {}) {
  const reads = fakeReads();
  const fake = fakeClient((call) => options.answer?.(call) ?? answers[call.id]);
  const { poll, stop } = createPolling(reads.cache, fake.client, {
    intervals,
    perpWalletId: createPerpWalletId(reads.cache, fake.client, createActiveWalletStore(options.wallet ?? null)),
    nativeUnit: 'as-given',
  });
  poll(polledNames);
  return { ...reads, ...fake, poll, stop };
}

describe('retry delay', () => {
  test.each([
    [1_500, 0, 1_500],
    [1_500, 1, 3_000],
    [1_500, 2, 6_000],
    [1_500, 4, 24_000],
    [1_500, 5, 30_000],
    [1_500, 5_000, 30_000],
    [60_000, 0, 60_000],
    [60_000, 3, 60_000],
  ])('of a read every %i ms after %i failures is %i ms', (intervalMs, failures, delayMs) => {
    expect(retryDelayMs(intervalMs, failures)).toBe(delayMs);
  });
});

test('every read starts at once and repeats at its own interval', async () => {
  const { idsOf, data, stop } = start();
  await vi.advanceTimersByTimeAsync(1);
  for (const id of Object.keys(answers)) expect(idsOf(id), id).toHaveLength(1);
  expect(data.read('positions').data?.positions).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(idsOf('perp.positions')).toHaveLength(1 + 6);
  expect(idsOf('perp.markets')).toHaveLength(1 + 5);
  expect(idsOf('trigger.list')).toHaveLength(1 + 2);
  expect(idsOf('portfolio.balances')).toHaveLength(1 + 1);
  expect(idsOf('account.usage')).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(50_000);
  expect(idsOf('account.usage')).toHaveLength(2);
  stop();
});

test('orders are read with the largest page size', async () => {
  const { idsOf, stop } = start();
  await vi.advanceTimersByTimeAsync(1);
  expect(idsOf('trigger.list')[0]?.input).toEqual({ query: { limit: 100 } });
  stop();
});

test.each([
  [null, 'w-main'],
  ['w-main', 'w-main'],
  ['w-base', 'w-main'],
])('with %s preferred, positions are those of %s, named in the request', async (wallet, asked) => {
  const { idsOf, stop } = start({ wallet });
  await vi.advanceTimersByTimeAsync(1);
  expect(idsOf('perp.positions')[0]?.input).toEqual({ query: { wallet_id: asked } });
  expect(idsOf('account.wallets')).toHaveLength(1);
  stop();
});

test('positions wait for the wallets read, and fail with it', async () => {
  let fails = true;
  const { idsOf, data, stop } = start({
    answer: ({ id }) => {
      if (id === 'account.wallets' && fails) throw Object.assign(new Error('no'), { code: 'FORBIDDEN' });
      return undefined;
    },
  });
  await vi.advanceTimersByTimeAsync(1);
  expect(idsOf('perp.positions')).toHaveLength(0);
  expect(data.read('positions').problem?.code).toBe('FORBIDDEN');
  fails = false;
  await vi.advanceTimersByTimeAsync(3_000);
  expect(idsOf('perp.positions')[0]?.input).toEqual({ query: { wallet_id: 'w-main' } });
  expect(data.read('positions').problem).toBeNull();
  stop();
});

test('a failing read slows down to 30 s, keeps its data, and returns to its interval after one success', async () => {
  let fails = false;
  const { calls, data, stop } = start({
    answer: ({ id }) => {
      if (id === 'perp.markets' && fails) throw new Error('down');
      return undefined;
    },
  });
  const times: number[] = [];
  const startMs = Date.now();
  const watch = async (forMs: number) => {
    const from = calls.length;
    let seen = from;
    for (let passed = 0; passed < forMs; passed += 500) {
      await vi.advanceTimersByTimeAsync(500);
      times.push(
        ...calls
          .slice(seen)
          .filter(({ id }) => id === 'perp.markets')
          .map(() => Date.now() - startMs),
      );
      seen = calls.length;
    }
  };
  await vi.advanceTimersByTimeAsync(1);
  fails = true;
  await watch(130_000);
  const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0));
  expect(gaps).toEqual([4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
  expect(data.read('markets')).toMatchObject({ data: expect.anything(), problem: { message: 'down' } });
  fails = false;
  await vi.advanceTimersByTimeAsync(30_000);
  times.length = 0;
  await watch(10_000);
  expect(times.length).toBeGreaterThanOrEqual(4);
  stop();
});

test('one failing read does not slow the others', async () => {
  const { idsOf, stop } = start({
    answer: ({ id }) => {
      if (id === 'perp.markets') throw new Error('down');
      return undefined;
    },
  });
  await vi.advanceTimersByTimeAsync(30_000);
  expect(idsOf('perp.positions').length).toBeGreaterThanOrEqual(20);
  stop();
});

test('stop leaves no timer, starts no read and aborts running ones', async () => {
  const { calls, stop } = start({
    answer: ({ id }) => (id === 'trigger.list' ? new Promise(() => {}) : undefined),
  });
  await vi.advanceTimersByTimeAsync(1);
  const before = calls.length;
  stop();
  expect(vi.getTimerCount()).toBe(0);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(calls).toHaveLength(before);
  expect(calls.find(({ id }) => id === 'trigger.list')?.signal?.aborted).toBe(true);
});

test('only what is needed is read, and what becomes needed is read at once', async () => {
  const { idsOf, poll, stop } = start();
  await vi.advanceTimersByTimeAsync(1);
  poll(['markets', 'perpOrders']);
  await vi.advanceTimersByTimeAsync(20_000);
  expect([idsOf('perp.markets').length, idsOf('perp.positions').length]).toEqual([1 + 10, 1]);
  poll(['positions']);
  await vi.advanceTimersByTimeAsync(1);
  expect([idsOf('perp.markets').length, idsOf('perp.positions').length]).toEqual([1 + 10, 2]);
  stop();
  await vi.advanceTimersByTimeAsync(20_000);
  expect([idsOf('perp.markets').length, idsOf('perp.positions').length]).toEqual([1 + 10, 2]);
});
