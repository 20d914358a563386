import { expect, test } from 'vitest';
import type { StreamChannel, StreamManager } from '../../client/streams/stream-model.ts';
import type { ConnectionStatus } from '../../domain/stream/connection-status.ts';
import { FakeClock } from '../../platform/time/fake-clock.fixture.ts';
import type { AnyStream } from '../../protocol/stream.ts';
import { allStreams } from '../../protocol/stream-list.ts';
import { portfolioNotifications } from '../../protocol/streams/user.ts';
import { hostileTexts, isCellSafe, jup, sol } from '../../stores/desk-data.fixture.ts';
import { fakeClient } from '../fake-client.fixture.ts';
import { createWatchedStreams } from './watched-streams.ts';

type Filter = Readonly<Record<string, string>>;

/** A stream manager that notes who listens to what. */
function fakeManager() {
  const wanted: { stream: AnyStream; filter: Filter; listeners: Set<object> }[] = [];
  const statusListeners = new Set<(status: ConnectionStatus) => void>();
  const keyOf = (stream: AnyStream, filter: Filter) => JSON.stringify([stream.id, filter]);
  const streams: Partial<StreamManager> = {
    onStatus: (listener) => {
      statusListeners.add(listener);
      return () => statusListeners.delete(listener);
    },
    subscribe: (stream, filter, listener) => {
      const same = wanted.find((one) => keyOf(one.stream, one.filter) === keyOf(stream, filter));
      const entry = same ?? { stream, filter, listeners: new Set<object>() };
      if (!same) wanted.push(entry);
      entry.listeners.add(listener);
      return () => {
        entry.listeners.delete(listener);
        if (entry.listeners.size === 0) wanted.splice(wanted.indexOf(entry), 1);
      };
    },
    channels: () =>
      wanted.map(
        ({ stream, filter, listeners }): StreamChannel => ({
          key: keyOf(stream, filter),
          stream,
          filter,
          listeners: listeners.size,
          channel: 'c',
          state: 'live',
          reason: null,
          events: 3,
          unreadable: 1,
          lastEventAtMs: 7,
          perSecond: 0.4,
          silentMs: null,
        }),
      ),
    counters: () => ({ messages: 9, unreadable: 1, reconnects: 2 }),
    frames: () => [],
  };
  const say = (state: ConnectionStatus['state']) => {
    for (const listener of statusListeners) listener({ state } as ConnectionStatus);
  };
  return { streams: streams as StreamManager, wanted, statusListeners, say };
}

const settle = async () => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
};

function setUp(catalog: () => unknown = () => ({ streams: allStreams.map(({ id }) => ({ id })) })) {
  const manager = fakeManager();
  const clock = new FakeClock(0);
  const { client, calls } = fakeClient(catalog);
  let changes = 0;
  const watched = createWatchedStreams({ streams: manager.streams, client, clock });
  watched.subscribe(() => changes++);
  return { ...manager, clock, calls, watched, changes: () => changes };
}

test('a watched stream is subscribed to, shown as watched, and ended', () => {
  const { watched, wanted } = setUp();
  expect(watched.watch('svm.token.poolInfo', { tokenAddress: ` ${jup} ` })).toBeNull();
  expect(watched.rows()).toMatchObject([
    {
      streamId: 'svm.token.poolInfo',
      tokenId: `solana:${jup}`,
      filter: { tokenAddress: jup },
      desk: '',
      isWatched: true,
    },
  ]);
  watched.unwatch(watched.rows()[0]?.key ?? '');
  expect(wanted).toEqual([]);
});

test('a stream that the desk needs is shared, and stays when watching ends', () => {
  const { watched, streams } = setUp();
  streams.subscribe(portfolioNotifications, {}, { onEvent: () => {} });
  expect(watched.rows()).toMatchObject([{ desk: 'Balances and positions panes', isWatched: false }]);
  expect(watched.watch('portfolio.notifications', {})).toBeNull();
  expect(watched.rows()).toMatchObject([{ desk: 'Balances and positions panes', isWatched: true }]);
  const { key } = watched.rows()[0]!;
  watched.unwatch(key);
  watched.unwatch(key);
  expect(watched.rows()).toMatchObject([{ isWatched: false }]);
});

test.each([
  ['svm.token.swaps', {}, 'tokenAddress: Needed: Mint of the token.'],
  ['svm.token.swaps', { tokenAddress: 'SOL' }, /^tokenAddress: Not a Solana address/],
  ['evm.token.swaps', { chainId: '1', tokenAddress: `0x${'a'.repeat(40)}` }, /^chainId: Unknown chain 1/],
  ['svm.unheard.of', {}, 'svm.unheard.of cannot be read by this version'],
] as const)('%s %j is refused: %s', (streamId, filter, problem) => {
  const { watched, wanted } = setUp();
  expect(watched.watch(streamId, filter)).toMatch(problem);
  expect(wanted).toEqual([]);
});

test('watching the same stream twice is refused; another token is another stream', () => {
  const { watched } = setUp();
  expect(watched.watch('svm.token.swaps', { tokenAddress: sol })).toBeNull();
  expect(watched.watch('svm.token.swaps', { tokenAddress: sol })).toBe('you watch this already');
  expect(watched.watch('svm.token.swaps', { tokenAddress: jup })).toBeNull();
  // The tape lives on swaps, but on none of these.
  expect(watched.rows()).toMatchObject([{ desk: '' }, { desk: '' }]);
});

test('an EVM token is identified with its chain', () => {
  const { watched } = setUp();
  const tokenAddress = `0x${'a'.repeat(40)}`;
  watched.watch('evm.token.swaps', { chainId: '56', tokenAddress });
  expect(watched.rows()).toMatchObject([{ tokenId: `bsc:${tokenAddress}` }]);
});

test('the service’s catalog shows streams that are not offered, or unknown to this version', async () => {
  const listed = [{ id: 'alpha.signalFeed.global' }, { id: 'nft.sales', filters: [{ name: 'collection' }] }, { id: 5 }];
  const { watched, say, changes } = setUp(() => ({ streams: listed }));
  const offered = (id: string) => watched.getState().catalog.find(({ streamId }) => streamId === id)?.isOffered;
  watched.start();
  expect(offered('svm.token.swaps')).toBeNull();
  say('connected');
  await settle();
  expect(changes()).toBe(1);
  // Another spelling of the same stream.
  expect(offered('alpha.signalFeedGlobal')).toBe(true);
  expect(offered('svm.token.swaps')).toBe(false);
  expect(watched.getState().catalog.at(-1)).toMatchObject({
    streamId: 'nft.sales',
    isReadable: false,
    isOffered: true,
  });
  expect(watched.watch('svm.token.swaps', { tokenAddress: sol })).toBe('this service does not offer svm.token.swaps');
});

test('the catalog is read after each connect, and again 30 s after a failure', async () => {
  let isBroken = true;
  const { watched, say, calls, clock } = setUp(() => {
    if (isBroken) throw new Error('no catalog here');
    return { streams: [] };
  });
  const stop = watched.start();
  say('connecting');
  expect(calls).toHaveLength(0);
  say('connected');
  say('connected');
  await settle();
  expect(calls).toHaveLength(1);
  expect(watched.getState().catalogProblem).toBe('no catalog here');
  expect(watched.getState().catalog[0]?.isOffered).toBeNull();
  isBroken = false;
  await clock.advance(30_000);
  await settle();
  expect(watched.getState().catalogProblem).toBeNull();
  say('reconnecting');
  say('connected');
  await settle();
  expect(calls).toHaveLength(3);
  stop();
  say('reconnecting');
  say('connected');
  await settle();
  expect(calls).toHaveLength(3);
});

test('a catalog that arrives after stop is ignored', async () => {
  const { watched, say, changes } = setUp();
  const stop = watched.start();
  say('connected');
  stop();
  await settle();
  expect(changes()).toBe(0);
});

test('watched streams end with the desk', () => {
  const { watched, wanted, statusListeners } = setUp();
  const stop = watched.start();
  watched.watch('svm.bondingCurve.creations', {});
  stop();
  expect(wanted).toEqual([]);
  expect(statusListeners.size).toBe(0);
});

test('texts of the catalog are safe to display', async () => {
  for (const text of hostileTexts) {
    const { watched, say } = setUp(() => ({ streams: [{ id: text, filters: [{ name: text, description: text }] }] }));
    watched.start();
    say('connected');
    await settle();
    const stranger = watched.getState().catalog.find(({ isReadable }) => !isReadable);
    for (const shown of [
      stranger?.streamId,
      ...(stranger?.filters ?? []).flatMap(({ name, description }) => [name, description]),
    ])
      expect(isCellSafe(shown ?? ''), JSON.stringify(text)).toBe(true);
  }
});
