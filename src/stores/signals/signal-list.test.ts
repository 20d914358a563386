import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SignalList } from './signal-list.ts';
import { signal } from './signals.fixture.ts';
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
    list.add(at('signal 1', 5, { token: null, caller: 'lena', priceUsd: null }), 6);
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
  const event = fc.record({ ids: fc.array(fc.nat(30), { minLength: 1, maxLength: 4 }), atMs: fc.nat(50) });
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
  [null, /does not say which token/],
  [{ chain: null, network: 'hype', address: 'x', symbol: null, name: null }, /does not know the chain hype/],
  [{ chain: 'base', network: 'base', address: '0x12', symbol: 'A', name: null }, /not a valid Base address/],
] as const)('%j cannot fill in an order form', (token, why) => {
  expect(orderable({ token })).toMatch(why);
});
