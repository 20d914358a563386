import { expect, test, vi } from 'vitest';
import type { StreamGap, StreamManager } from '../../client/streams/stream-model.ts';
import type { ConnectionStatus } from '../../domain/stream/connection-status.ts';
import { FakeClock } from '../../platform/time/fake-clock.fixture.ts';
import { svmTokenSwaps } from '../../protocol/streams/svm.ts';
import { automationUpdates } from '../../protocol/streams/user.ts';
import { hostileTexts, isCellSafe, jup } from '../../stores/desk-data.fixture.ts';
import { dropToken, watchToken } from '../../stores/market/watchlist.ts';
import { fakeStores } from '../../stores/stores.fixture.ts';
import { startStreamRoutes } from './stream-routes.ts';

const solana = `solana:${jup}`;
const base = 'base:0x532f27101965dd16442e59d40670faf5ebb142e4';
const startMs = Date.UTC(2026, 0, 1);

const status: ConnectionStatus = {
  state: 'connecting',
  reason: null,
  attempt: 1,
  nextAttemptAtMs: null,
  sinceMs: startMs,
  lastMessageAtMs: null,
  latencyMs: null,
};

/** A stream manager that only notes who listens to what. */
function fakeStreams() {
  const listening: { id: string; filter: Readonly<Record<string, string>>; emit: (event: unknown) => void }[] = [];
  const statusListeners = new Set<(status: ConnectionStatus) => void>();
  const gapListeners = new Set<(gap: StreamGap) => void>();
  const streams: StreamManager = {
    status: () => status,
    onStatus: (listener) => {
      statusListeners.add(listener);
      return () => statusListeners.delete(listener);
    },
    onGap: (listener) => {
      gapListeners.add(listener);
      return () => gapListeners.delete(listener);
    },
    subscribe: (stream, filter, listener) => {
      const entry = { id: stream.id, filter, emit: (event: unknown) => listener.onEvent(event as never, startMs) };
      listening.push(entry);
      return () => listening.splice(listening.indexOf(entry), 1);
    },
    start: () => {},
    stop: () => {},
    retryNow: () => {},
    channels: () => [],
    frames: () => [],
    counters: () => ({ messages: 0, unreadable: 0, reconnects: 0 }),
  };
  return { streams, listening, statusListeners, gapListeners };
}

function setUp(tapeTokens: readonly string[] = [solana, base]) {
  const fake = fakeStreams();
  const { stores } = fakeStores(() => startMs, { tapeTokens });
  const { data, tape, session, watchlist } = stores;
  const refreshed: string[][] = [];
  const tasks: string[] = [];
  vi.spyOn(data, 'refresh').mockImplementation((...names) => {
    refreshed.push(names);
  });
  const stop = startStreamRoutes({
    ...stores,
    streams: fake.streams,
    clock: new FakeClock(startMs),
    onTask: (id) => tasks.push(id),
  });
  const emit = (id: string, event: unknown) => fake.listening.find((entry) => entry.id === id)?.emit(event);
  const rows = () => tape.latest(10, { tokenId: null, minUsd: 0 });
  return { ...fake, refreshed, tasks, tape, session, watchlist, stop, emit, rows };
}

const svmSwap = {
  blockTime: startMs,
  isBuy: true,
  sizeSol: '3.201',
  sizeUsd: '447.80',
  priceUsd: '139.912',
  maker: 'MakerAddress',
};

test('each token on the tape is subscribed to on its chain', () => {
  const { listening } = setUp([solana, base, 'not a token']);
  expect(listening.map(({ id, filter }) => [id, filter])).toEqual([
    ['portfolio.notifications', {}],
    ['automation.updates', {}],
    ['svm.token.swaps', { tokenAddress: jup }],
    ['evm.token.swaps', { chainId: '8453', tokenAddress: base.slice(5) }],
  ]);
});

test('a swap becomes a row with the digits as sent and times in milliseconds', () => {
  const { emit, rows } = setUp();
  emit('svm.token.swaps', svmSwap);
  emit('evm.token.swaps', {
    timestamp: startMs + 1000,
    isBuy: false,
    amountNative: '0.10',
    amountUsd: '350',
    priceUsd: '1.5',
    maker: null,
  });
  expect(rows()).toEqual([
    {
      kind: 'swap',
      seq: 2,
      atMs: startMs + 1_000,
      tokenId: base,
      isBuy: false,
      sizeNative: '0.10',
      sizeUsd: '350',
      usd: 350,
      priceUsd: '1.5',
      maker: null,
    },
    {
      kind: 'swap',
      seq: 1,
      atMs: startMs,
      tokenId: solana,
      isBuy: true,
      sizeNative: '3.201',
      sizeUsd: '447.80',
      usd: 447.8,
      priceUsd: '139.912',
      maker: 'MakerAddress',
    },
  ]);
});

test.each(['-100', '1e999', 'Infinity', 'NaN', '', 'lots', '9'.repeat(150)])(
  'a size of %j USD cannot spoil the statistics',
  (sizeUsd) => {
    const { emit, tape, rows } = setUp();
    emit('svm.token.swaps', { ...svmSwap, isBuy: false, sizeUsd: '100' });
    emit('svm.token.swaps', { ...svmSwap, sizeUsd });
    expect(rows()[0]).toMatchObject({ sizeUsd, usd: 0 });
    expect(tape.stats(startMs, { tokenId: null, minUsd: 0 }).buyShare).toBe(0);
  },
);

test.each(hostileTexts)('a maker called %j is cleaned', (maker) => {
  const { emit, rows } = setUp();
  emit('svm.token.swaps', { ...svmSwap, maker });
  const [row] = rows();
  expect(row?.kind === 'swap' && isCellSafe(row.maker ?? '\n')).toBe(true);
});

test.each(['svm.token.swaps', 'evm.token.swaps'])('an unreadable event of %s stays visible', (id) => {
  const { emit, rows } = setUp();
  emit(id, { unreadable: 'isBuy: expected boolean' });
  expect(rows()).toEqual([
    {
      kind: 'unreadable',
      seq: 1,
      atMs: startMs,
      tokenId: id.startsWith('svm') ? solana : base,
      reason: 'isBuy: expected boolean',
    },
  ]);
});

test('a gap is marked on the tape and everything is read again', () => {
  const { gapListeners, rows, refreshed, session } = setUp();
  for (const hear of gapListeners) hear({ fromMs: startMs - 3_100, toMs: startMs, reason: 'reconnected', late: null });
  expect(session.getState().reconcileSinceMs).toBe(startMs);
  expect(rows()).toEqual([{ kind: 'gap', seq: 1, atMs: startMs, lengthMs: 3_100, reason: 'reconnected' }]);
  expect(refreshed).toEqual([[]]);
});

test('after a late resubscription everything is read again; the tape has a gap only for a swap stream', () => {
  const { gapListeners, rows, refreshed } = setUp();
  const gap = { fromMs: startMs - 3_100, toMs: startMs, reason: 'late' };
  for (const hear of gapListeners) hear({ ...gap, late: automationUpdates });
  expect([rows(), refreshed]).toEqual([[], [[]]]);
  for (const hear of gapListeners) hear({ ...gap, late: svmTokenSwaps });
  expect(rows()).toHaveLength(1);
});

test('a notification with a task id reports the task', () => {
  const { emit, tasks } = setUp();
  emit('automation.updates', { type: 'swap', taskId: 'task-1', userId: 'u' });
  emit('portfolio.notifications', { type: 'svmNonce', rootTaskId: 'task-2' });
  emit('portfolio.notifications', { type: 'swap' });
  expect(tasks).toEqual(['task-1', 'task-2']);
});

test('a reconnect makes earlier reads stale; the first connect does not', () => {
  const { statusListeners, refreshed, session } = setUp();
  const hear = (state: ConnectionStatus['state']) => {
    for (const listener of statusListeners) listener({ ...status, state });
  };
  hear('connected');
  expect([refreshed, session.getState().reconcileSinceMs]).toEqual([[], 0]);
  hear('reconnecting');
  hear('connected');
  hear('connected');
  expect([refreshed, session.getState().reconcileSinceMs]).toEqual([[[]], startMs]);
});

test.each([
  ['swap', ['balances', 'holdings', 'usage']],
  ['transfer', ['balances', 'holdings']],
  ['crosschainSwap', ['balances', 'holdings']],
  ['claim', ['balances', 'holdings']],
  ['automation', ['orders', 'balances', 'holdings', 'usage']],
  ['strategy', ['orders', 'balances', 'holdings']],
  ['perpsOrder', ['positions', 'perpOrders', 'fills', 'perpAccount', 'balances', 'usage']],
  ['something new', ['orders', 'positions', 'balances']],
  ['constructor', ['orders', 'positions', 'balances']],
])('a notification of type %s reads %j again', (type, names) => {
  for (const id of ['portfolio.notifications', 'automation.updates']) {
    const { emit, refreshed } = setUp();
    emit(id, { type });
    expect(refreshed, id).toEqual([names]);
  }
});

test('an unreadable notification still repeats the reads', () => {
  const { emit, refreshed } = setUp();
  emit('automation.updates', { unreadable: 'type: expected text' });
  expect(refreshed).toEqual([['orders', 'positions', 'balances']]);
});

test('the session follows the connection, from the start', () => {
  const { session, statusListeners } = setUp();
  expect(session.getState().connection).toBe(status);
  const failed: ConnectionStatus = { ...status, state: 'failed', reason: '4009' };
  for (const hear of statusListeners) hear(failed);
  expect(session.getState().connection).toBe(failed);
});

test('stop ends every subscription', () => {
  const { stop, listening, statusListeners, gapListeners } = setUp();
  stop();
  expect(listening).toEqual([]);
  expect(statusListeners.size).toBe(0);
  expect(gapListeners.size).toBe(0);
});

test('subscriptions follow the watch list, and all end with the desk', () => {
  const { listening, watchlist, stop } = setUp([solana]);
  const heard = () =>
    listening.flatMap(({ id, filter }) => (id.endsWith('token.swaps') ? [filter['tokenAddress']] : []));
  expect(heard()).toEqual([jup]);
  watchToken(watchlist, base);
  expect(heard()).toEqual([jup, base.slice('base:'.length)]);
  dropToken(watchlist, solana);
  expect(heard()).toEqual([base.slice('base:'.length)]);
  watchToken(watchlist, solana);
  expect(heard()).toEqual([base.slice('base:'.length), jup]);
  dropToken(watchlist, solana);
  stop();
  expect(heard()).toEqual([]);
  watchToken(watchlist, solana);
  expect(heard()).toEqual([]);
});
