import { expect, test } from 'vitest';
import type { StreamListener, StreamManager } from '../../client/streams/stream-model.ts';
import type { AnyStream } from '../../protocol/stream.ts';
import { jup } from '../../stores/desk-data.fixture.ts';
import { jupId, jupStats } from '../../stores/market/owners.fixture.ts';
import { fakeStores } from '../../stores/stores.fixture.ts';
import { fakeClient } from '../fake-client.fixture.ts';
import { createOwnerReads } from './owner-reads.ts';

const atMs = 5_000;
const sol = 'solana:So11111111111111111111111111111111111111112';

function setUp() {
  const { stores, cache, data } = fakeStores(() => atMs);
  const heard = new Map<string, StreamListener<AnyStream>>();
  const subscribe: StreamManager['subscribe'] = ({ id }, { tokenAddress }, listener) => {
    const key = `${id} ${tokenAddress}`;
    heard.set(key, listener as never);
    return () => heard.delete(key);
  };
  const client = fakeClient(({ id }) =>
    id === 'tokens.get'
      ? { tokenId: jupId, chain: 'solana', address: jup, decimals: 6 }
      : { tokenId: jupId, pools: [] },
  );
  const streams = { subscribe } as StreamManager;
  const follow = createOwnerReads({ streams, client: client.client, cache, owners: stores.owners });
  const say = (stream: string, event: unknown): void => heard.get(`${stream} ${jup}`)?.onEvent(event as never, atMs);
  return { follow, heard, say, owners: stores.owners, data, ...client };
}

const distribution = 'svm.token.distributionStats';

test('the wanted token has both streams and its supply is read; another one replaces it, none ends all', async () => {
  const { follow, heard, idsOf, data } = setUp();
  follow(jupId);
  follow(jupId);
  expect([...heard.keys()]).toEqual([`${distribution} ${jup}`, `svm.token.holderStats ${jup}`]);
  await Promise.resolve();
  expect([...idsOf('tokens.get'), ...idsOf('tokens.pools')]).toHaveLength(2);
  await new Promise((resolve) => setImmediate(resolve));
  expect(data.sheet(jupId, 'info').data?.decimals).toBe(6);
  follow(sol);
  expect([...heard.keys()].every((key) => key.endsWith('So11111111111111111111111111111111111111112'))).toBe(true);
  follow(null);
  expect(heard.size).toBe(0);
});

test('EVM tokens have no such stream', () => {
  const { follow, heard } = setUp();
  follow('base:0x532f27101965dd16442e59d40670faf5ebb142e4');
  expect(heard.size).toBe(0);
  follow(null);
});

test('events go to the store with their time; what cannot be read, or is refused, is a problem', () => {
  const { follow, say, owners, heard } = setUp();
  follow(jupId);
  say(distribution, { tokenAddress: jup, stats: { insiderBalances: jupStats.insiderBalances, insiderCount: '9' } });
  say('svm.token.holderStats', { tokenAddress: jup, stats: { boughtUsd: '5', isTokenDev: false } });
  say('svm.token.holderStats', { unreadable: 'bad' });
  expect(owners.of(jupId)).toMatchObject({
    heardAtMs: atMs,
    problem: null,
    groups: { insiders: { points: [{ atMs, balance: '231000000000' }], wallets: 9 } },
    other: { atMs, data: { boughtUsd: '5' } },
  });
  say(distribution, { unreadable: 'stats: expected an object' });
  expect(owners.of(jupId).problem).toBe('unreadable: stats: expected an object');
  const { onState } = heard.get(`${distribution} ${jup}`)!;
  onState?.('pending', null);
  expect(owners.of(jupId).problem).not.toBeNull();
  onState?.('live', null);
  expect(owners.of(jupId).problem).toBeNull();
  onState?.('refused', 'this service does not offer it');
  expect(owners.of(jupId).problem).toBe('this service does not offer it');
  follow(null);
});
