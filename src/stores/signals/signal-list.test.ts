import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jup } from '../desk-data.fixture.ts';
import { SignalList } from './signal-list.ts';
import { callSum, ofToken, signal } from './signals.fixture.ts';
import { createSignalsStore, isSignal, orderable, type Signal } from './signals.ts';

function listOf(capacity?: number) {
  const store = createSignalsStore();
  const rows = () => store.getState().rows;
  const ids = () => rows().map((row) => (isSignal(row) ? row.ids[0] : row.kind));
  return { list: new SignalList(store, capacity), rows, ids };
}

const at = (id: string, atMs: number, over: Partial<Signal> = {}): Signal => signal({ ids: [id], atMs, ...over });

test('signals are sorted by their own time, newest first', () => {
  const { list, rows, ids } = listOf();
  list.add(at('b', 20), 100);
  list.add(at('a', 10), 101);
  list.add(at('c', 30), 102);
  expect(ids()).toEqual(['c', 'b', 'a']);
  expect(rows().map(({ seq, receivedAtMs }) => [seq, receivedAtMs])).toEqual([
    [3, 102],
    [1, 100],
    [2, 101],
  ]);
});

describe('the same signal', () => {
  test('from REST and a stream is one row, which keeps its key and gets the missing fields', () => {
    const { list, rows } = listOf();
    const token = { chain: 'solana', network: 'sol', address: jup, symbol: null, name: null } as const;
    list.add(at('signal 1', 5, { token, caller: 'lena', priceUsd: null }), 6);
    const before = rows()[0];
    list.add(at('signal 1', 5, { caller: 'someone else', priceUsd: '2', facts: [{ label: 'pool', value: 'p' }] }), 7);
    expect(rows()).toHaveLength(1);
    expect(rows()[0]).toMatchObject({
      key: before?.key,
      seq: 1,
      receivedAtMs: 6,
      caller: 'lena',
      priceUsd: '2',
      token: { symbol: 'JUP' },
      facts: [
        { label: 'message id', value: '123' },
        { label: 'pool', value: 'p' },
      ],
    });
  });

  test('that came as a message first is merged when the feed names both ids', () => {
    const { list, rows } = listOf();
    list.add(at('message 9', 5, { message: 'said' }), 5);
    list.add(at('signal 1', 5, { message: null }), 5);
    list.add(signal({ ids: ['signal 1', 'message 9'], atMs: 5, message: null }), 5);
    expect(rows()).toHaveLength(1);
    expect(rows()[0]).toMatchObject({ message: 'said' });
    list.add(at('message 9', 5), 6);
    expect(rows()).toHaveLength(1);
  });

  test('never gets the symbol of a different address', () => {
    const { list, rows } = listOf();
    const token = { chain: 'solana', network: 'sol', address: 'A', symbol: null, name: null } as const;
    list.add(at('1', 5, { token }), 5);
    list.add(at('1', 5, { token: { ...token, address: 'B', symbol: 'USDC' } }), 5);
    expect(rows()[0]).toMatchObject({ token: { address: 'A', symbol: null } });
  });
});

describe('the calls of a token', () => {
  const call = (id: string, atMs: number, over: Partial<Signal> = {}) => ofToken(at(id, atMs, over));

  test('are one row, which a later call moves up under the same key, as something new', () => {
    const { list, rows } = listOf();
    list.add(call('a', 10_000, { caller: 'lena', message: 'first' }), 10_000);
    list.add(at('other', 20_000, { kind: 'creation' }), 20_000);
    const [, before] = rows();
    list.add(call('b', 30_000, { caller: 'obi', message: null }), 31_000);
    expect(rows()).toHaveLength(2);
    expect(rows()[0]).toMatchObject({ key: before?.key, atMs: 30_000, caller: 'obi', message: null });
    expect(rows()[0]).toMatchObject({ seq: 3, receivedAtMs: 31_000 });
    list.add(call('c', 15_000, { caller: 'kim' }), 32_000);
    expect(rows()[0]).toMatchObject({ atMs: 30_000, caller: 'obi', seq: 3 });
  });

  test('told by a list, to the second, and by a feed, to the millisecond, are the same call', () => {
    const { list, rows } = listOf();
    list.add(call('signal 1', 10_400, { caller: 'lena', message: null }), 10_500);
    const own = callSum({ lastSeenMs: 10_000, mentions: 7, readAtMs: 11_000 });
    list.add(ofToken(signal({ ids: [], atMs: 10_000, message: 'look', calls: { own, everyone: null } })), 11_000);
    expect(rows()).toMatchObject([{ atMs: 10_400, caller: 'lena', message: 'look', calls: { own: { mentions: 7 } } }]);
  });

  test('name the caller of the own list rather than of the public one, and nobody with another’s words', () => {
    const { list, rows } = listOf();
    const ofList = (over: Partial<Signal>) => ofToken(signal({ ids: [], atMs: 10_000, ...over }));
    const calls = (own: boolean) => ({ own: own ? callSum() : null, everyone: own ? null : callSum() });
    list.add(ofList({ caller: 'obi', userName: 'obi', platform: 'x', message: 'on X', calls: calls(false) }), 1);
    list.add(ofList({ caller: 'kim', userName: 'kim', platform: 'discord', message: null, calls: calls(true) }), 1);
    expect(rows()).toMatchObject([{ caller: 'kim', platform: 'discord', message: null }]);
    list.add(call('signal 1', 10_300, { caller: 'Kim', userName: 'KIM', platform: null, message: 'hers' }), 2);
    list.add(ofList({ caller: 'obi', userName: 'obi', message: 'on X', calls: calls(false) }), 3);
    expect(rows()).toMatchObject([{ caller: 'Kim', platform: 'discord', message: 'hers' }]);
  });

  test('by two callers in the same second are two; a message and its signal without a common id are one', () => {
    const { list, rows } = listOf();
    list.add(call('signal 1', 10_000, { caller: 'obi', userName: 'obi', message: null }), 1);
    list.add(call('signal 2', 10_400, { caller: 'kim', userName: 'kim', message: null }), 1);
    expect(rows()).toMatchObject([{ caller: 'kim', seq: 2 }]);
    list.add(call('message 2', 10_400, { caller: 'kim', userName: 'KIM', message: 'hers' }), 1);
    expect(rows()).toMatchObject([{ caller: 'kim', message: 'hers', seq: 2 }]);
  });

  test('keep the figures of the latest read of each list, through later calls', () => {
    const { list, rows } = listOf();
    const sums = (own: number | null, everyone: number | null, readAtMs: number) => ({
      own: own === null ? null : callSum({ mentions: own, readAtMs }),
      everyone: everyone === null ? null : callSum({ mentions: everyone, readAtMs }),
    });
    list.add(call('a', 10_000, { calls: sums(1, null, 1) }), 1);
    list.add(call('a', 10_000, { calls: sums(null, 5, 1) }), 1);
    list.add(call('a', 10_000, { calls: sums(2, null, 3) }), 3);
    list.add(call('a', 10_000, { calls: sums(1, null, 2) }), 3);
    list.add(call('b', 90_000), 4);
    expect(rows()).toMatchObject([{ atMs: 90_000, calls: { own: { mentions: 2 }, everyone: { mentions: 5 } } }]);
  });

  test('whose message is edited or deleted say so; a deleted one adds no row', () => {
    const { list, rows } = listOf();
    list.learn(signal({ ids: ['message 1'], messageState: 'deleted' }), 1);
    expect(rows()).toEqual([]);
    list.add(call('message 1', 10_000, { message: 'buy' }), 1);
    list.add(call('message 1', 10_000, { message: 'buy now', messageState: 'edited' }), 2);
    expect(rows()).toMatchObject([{ message: 'buy now', messageState: 'edited' }]);
    list.learn(signal({ ids: ['message 1'], atMs: 10_000, message: null, messageState: 'deleted' }), 3);
    expect(rows()).toMatchObject([{ message: 'buy now', messageState: 'deleted', seq: 1 }]);
  });

  test('do not change places when a list tells them again', () => {
    const { list, ids } = listOf();
    const another = { chain: 'solana', network: 'sol', address: 'B', symbol: null, name: null } as const;
    list.add(call('a', 10_000), 1);
    list.add(call('b', 10_000, { token: another }), 1);
    const before = ids();
    list.add(call('a', 10_000), 2);
    expect(ids()).toEqual(before);
  });
});

test('the oldest are dropped, and a dropped one counts as new again', () => {
  const { list, ids } = listOf(3);
  for (let index = 0; index < 5; index++) list.add(at(`s${index}`, index), index);
  expect(ids()).toEqual(['s4', 's3', 's2']);
  list.add(at('s0', 9), 9);
  expect(ids()).toEqual(['s0', 's4', 's3']);
});

test('an array once returned does not change', () => {
  const { list, rows } = listOf();
  list.add(at('a', 1), 1);
  const held = rows();
  list.add(at('b', 2), 2);
  list.add(at('a', 1, { caller: null, place: 'x' }), 2);
  expect(held).toHaveLength(1);
});

test('repeated errors of a stream are one row with a count; rereading a list does not count again', () => {
  const { list, rows } = listOf();
  for (let index = 0; index < 40; index++) list.addUnreadable({ atMs: index, stream: 's', reason: 'type: no text' });
  list.addUnreadable({ atMs: 50, stream: 'read', reason: 'r' }, false);
  list.addUnreadable({ atMs: 60, stream: 'read', reason: 'r' }, false);
  expect(rows()).toMatchObject([
    { kind: 'unreadable', stream: 'read', times: 1, atMs: 50 },
    { kind: 'unreadable', stream: 's', times: 40, atMs: 39 },
  ]);
});

test('a gap directly after a gap extends it', () => {
  const { list, rows } = listOf();
  list.addGap({ kind: 'gap', atMs: 20, fromMs: 10, reason: 'a' });
  list.addGap({ kind: 'gap', atMs: 40, fromMs: 30, reason: 'b' });
  expect(rows()).toMatchObject([{ kind: 'gap', fromMs: 10, atMs: 40, reason: 'b' }]);
});

test('for any input in any order, rows are bounded, sorted and unique by id', () => {
  const ids = fc.array(fc.nat(30), { minLength: 1, maxLength: 4 });
  const event = fc.record({ ids, atMs: fc.nat(5_000) });
  fc.assert(
    fc.property(fc.array(event, { maxLength: 120 }), (events) => {
      const { list, rows } = listOf(12);
      for (const { ids, atMs } of events) list.add(signal({ ids: ids.map(String), atMs }), 100);
      const seen = rows();
      expect(seen.length).toBeLessThanOrEqual(12);
      expect(seen.map(({ atMs }) => atMs)).toEqual(seen.map(({ atMs }) => atMs).sort((a, b) => b - a));
      const ids = seen.flatMap((row) => (isSignal(row) ? [...new Set(row.ids)] : []));
      expect(new Set(ids).size).toBe(ids.length);
      expect(new Set(seen.map(({ key }) => key)).size).toBe(seen.length);
    }),
    { numRuns: 300 },
  );
});

test.each([
  [{ chain: null, network: 'hype', address: 'x', symbol: null, name: null }, /does not know the chain hype/],
  [{ chain: 'base', network: 'base', address: '0x12', symbol: 'A', name: null }, /not a valid Base address/],
] as const)('%j cannot fill in an order form', (token, why) => {
  expect(orderable({ token })).toMatch(why);
});
