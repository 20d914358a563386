import { expect, test, vi } from 'vitest';
import { fakeReads, wire } from './desk-data.fixture.ts';
import { queryKeys } from './desk-data.ts';

test('a read that was never made has no data, no problem and no age', () => {
  expect(fakeReads().data.read('positions')).toEqual({
    data: undefined,
    updatedAtMs: 0,
    problem: null,
    problemAtMs: 0,
    isFetching: false,
  });
});

test('after an error, the old data is kept beside the problem', () => {
  const reads = fakeReads();
  reads.answer('markets', wire.markets, 1_000);
  reads.fail('markets', Object.assign(new Error('late'), { code: 'TIMEOUT', kind: 'timeout' }), 2_000);
  const reading = reads.data.read('markets');
  expect(reading.data).toHaveLength(2);
  expect(reading).toMatchObject({ updatedAtMs: 1_000, problemAtMs: 2_000, problem: { code: 'TIMEOUT' } });
});

test('tokens are those whose names were received', () => {
  const reads = fakeReads();
  const info = { tokenId: 'solana:x', symbol: 'X', name: '', decimals: 1 };
  reads.token(info);
  reads.cache.getQueryCache().build(reads.cache, { queryKey: queryKeys.token('solana:y') });
  expect(reads.data.tokens()).toEqual([info]);
  expect(reads.data.token('solana:x')).toEqual(info);
  expect(reads.data.token('solana:y')).toBeUndefined();
});

test('a refresh repeats the named reads, or all reads and levels, but never token names', () => {
  const reads = fakeReads();
  const asked: unknown[] = [];
  vi.spyOn(reads.cache, 'refetchQueries').mockImplementation((filters) => {
    asked.push(filters?.queryKey);
    return Promise.resolve();
  });
  reads.data.refresh('orders', 'usage');
  expect(asked).toEqual([
    ['desk', 'orders'],
    ['desk', 'usage'],
  ]);
  asked.length = 0;
  reads.data.refresh();
  expect(asked).toEqual(expect.arrayContaining([['desk'], ['levels'], ['candles']]));
  expect(asked).not.toContainEqual(['token']);
});

test('a subscriber is notified at once, and never after unsubscribing', () => {
  const reads = fakeReads();
  let heard = 0;
  const leave = reads.data.subscribe(() => heard++);
  reads.answer('markets', wire.markets, 1);
  expect(heard).toBeGreaterThan(0);
  const before = heard;
  leave();
  reads.answer('markets', [], 2);
  expect(heard).toBe(before);
});

test('nested derived values are rebuilt when an inner one changes', () => {
  const reads = fakeReads();
  const count = (data: typeof reads.data) => data.read('markets').data?.length ?? 0;
  const sentence = vi.fn(
    (data: typeof reads.data) => `${data.derive(count)} of ${data.read('wallets').data?.length ?? 0}`,
  );
  reads.answer('markets', wire.markets, 1_000);
  // Known before the other asks for it, and still counted as what it looked at.
  expect([reads.data.derive(count), reads.data.derive(sentence)]).toEqual([2, '2 of 0']);
  reads.answer('markets', wire.markets.slice(1), 2_000);
  expect([reads.data.derive(sentence), reads.data.derive(sentence)]).toEqual(['1 of 0', '1 of 0']);
  expect(sentence).toHaveBeenCalledTimes(2);
});

test('derived values are cached until one of their reads changes', () => {
  const reads = fakeReads();
  const made: unknown[] = [];
  const derive = () => reads.data.derive(countMarkets);
  function countMarkets(data: typeof reads.data): number {
    made.push(data);
    return data.read('markets').data?.length ?? 0;
  }
  expect([derive(), derive()]).toEqual([0, 0]);
  expect(made).toHaveLength(1);
  reads.answer('markets', wire.markets, 1);
  expect([derive(), derive()]).toEqual([wire.markets.length, wire.markets.length]);
  expect(made).toHaveLength(2);
});
