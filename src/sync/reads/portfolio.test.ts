import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeReads } from '../../stores/desk-data.fixture.ts';
import { wirePnl, wireTrade } from '../../stores/portfolio/portfolio.fixture.ts';
import { type Call, fakeClient } from '../fake-client.fixture.ts';
import { createPortfolioReads } from './portfolio.ts';

const everyMs = 10_000;
const nothing = { timeframe: null, trades: false };

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A service with so many trades; number 0 is the newest, and newer ones get numbers below it. */
function start(count: number) {
  const state = { newest: 0, fails: false };
  const reads = fakeReads();
  const fake = fakeClient(({ id, input }: Call) => {
    if (state.fails) throw Object.assign(new Error('down'), { code: 'HTTP_503' });
    if (id === 'portfolio.pnl') return wirePnl;
    if (id === 'perp.fills' || id === 'perp.funding') return [];
    const { page, limit } = input.query as { page: number; limit: number };
    const first = state.newest + (page - 1) * limit;
    const length = Math.max(0, Math.min(limit, count - first));
    return { trades: Array.from({ length }, (_, index) => wireTrade(first + index)) };
  });
  const portfolio = createPortfolioReads({
    cache: reads.cache,
    client: fake.client,
    everyMs,
    perpWalletId: async () => 'w1',
    now: () => Date.now(),
  });
  const hashes = () =>
    (reads.data.history().data?.trades ?? []).map((trade) =>
      'txHash' in trade ? trade.txHash.replaceAll('a', '') : '?',
    );
  const turn = () => vi.advanceTimersByTimeAsync(1);
  return { ...reads, ...fake, state, portfolio, hashes, turn };
}

const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => `tx${from + index}`);

test('all reads run only while visible: at once, then at their interval', async () => {
  const { portfolio, calls, idsOf, turn } = start(10);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(calls).toEqual([]);
  portfolio.show({ timeframe: '7d', trades: true });
  portfolio.show({ timeframe: '7d', trades: true });
  await turn();
  expect(calls.map(({ id }) => id).sort()).toEqual([
    'perp.fills',
    'perp.funding',
    'portfolio.history',
    'portfolio.pnl',
  ]);
  const start_time = expect.closeTo(Date.now() - 7 * 86_400_000, -2);
  expect(idsOf('perp.fills')[0]?.input).toEqual({ query: { wallet_id: 'w1', start_time } });
  expect(idsOf('portfolio.pnl')[0]?.input).toEqual({ query: { timeframe: '7d' } });
  await vi.advanceTimersByTimeAsync(everyMs);
  expect(calls).toHaveLength(6);
  portfolio.show(nothing);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(calls).toHaveLength(6);
  portfolio.stop();
});

test('each is read only while it is visible', async () => {
  const { portfolio, calls, turn } = start(10);
  const idsNow = () => calls.splice(0).map(({ id }) => id);
  portfolio.show({ timeframe: null, trades: true });
  await turn();
  expect(idsNow()).toEqual(['portfolio.history']);
  portfolio.show({ timeframe: '1d', trades: true });
  await turn();
  expect(idsNow()).toEqual(['portfolio.pnl', 'perp.fills', 'perp.funding']);
  portfolio.show({ timeframe: '1d', trades: false });
  await vi.advanceTimersByTimeAsync(everyMs);
  expect(idsNow()).toEqual(['portfolio.pnl']);
  portfolio.stop();
});

test('each timeframe is a read of its own, and recent data is not read again', async () => {
  const { portfolio, idsOf, data, turn } = start(10);
  for (const timeframe of ['1d', '30d', '1d'] as const) {
    portfolio.show({ timeframe, trades: true });
    await turn();
  }
  expect(idsOf('portfolio.pnl').map(({ input }) => input.query)).toEqual([{ timeframe: '1d' }, { timeframe: '30d' }]);
  expect(data.pnl('30d').data?.totalValueUsd).toBe('22900');
  portfolio.stop();
});

test('older trades load page by page without gaps or duplicates, also when new trades shift the pages', async () => {
  const { portfolio, hashes, state, data, turn } = start(80);
  portfolio.show({ timeframe: '30d', trades: true });
  await turn();
  expect(hashes()).toEqual(numbers(0, 25));
  state.newest = -3;
  portfolio.loadOlder();
  await turn();
  expect(hashes()).toEqual(numbers(0, 47));
  await vi.advanceTimersByTimeAsync(everyMs);
  expect(hashes()).toEqual(numbers(-3, 47));
  state.newest = -5;
  await vi.advanceTimersByTimeAsync(everyMs);
  portfolio.loadOlder();
  await turn();
  portfolio.loadOlder();
  await turn();
  expect(hashes()).toEqual(numbers(-5, 80));
  expect(data.history().data?.hasMore).toBe(false);
  portfolio.stop();
});

test('if a gap would remain, only the newest page is kept', async () => {
  const { portfolio, hashes, state, turn } = start(120);
  portfolio.show({ timeframe: '30d', trades: true });
  await turn();
  state.newest = -200;
  await vi.advanceTimersByTimeAsync(everyMs);
  expect(hashes()).toEqual(numbers(-200, -175));
  portfolio.stop();
});

test('a failed page shows why, keeps the trades and can be retried; after the last page nothing is read', async () => {
  const { portfolio, hashes, state, calls, turn } = start(40);
  portfolio.show({ timeframe: '30d', trades: true });
  await turn();
  state.fails = true;
  portfolio.loadOlder();
  portfolio.loadOlder();
  expect(portfolio.getState().older.isFetching).toBe(true);
  await turn();
  expect(calls).toHaveLength(5);
  expect(portfolio.getState().older).toMatchObject({ isFetching: false, problem: { code: 'HTTP_503' } });
  expect(hashes()).toHaveLength(25);
  state.fails = false;
  portfolio.loadOlder();
  await turn();
  expect(portfolio.getState().older).toEqual({ isFetching: false, problem: null });
  expect(hashes()).toEqual(numbers(0, 40));
  const before = calls.length;
  portfolio.loadOlder();
  await turn();
  expect(calls).toHaveLength(before);
  portfolio.stop();
});

test('failing reads slow down, and stop leaves no timer', async () => {
  const { portfolio, state, idsOf } = start(10);
  state.fails = true;
  portfolio.show({ timeframe: '30d', trades: true });
  await vi.advanceTimersByTimeAsync(20_500);
  expect(idsOf('portfolio.pnl')).toHaveLength(2);
  portfolio.stop();
  expect(vi.getTimerCount()).toBe(0);
});
