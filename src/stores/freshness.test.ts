import { expect, test } from 'vitest';
import { wire } from './desk-data.fixture.ts';
import { whyNotFresh } from './freshness.ts';
import { fakeStores } from './stores.fixture.ts';

const startMs = Date.UTC(2026, 0, 1);

function setUp() {
  const { stores, ...reads } = fakeStores(() => startMs);
  const { session } = stores;
  const why = (nowMs: number) => whyNotFresh(reads.data, session, ['positions', 'markets'], nowMs);
  const read = (nowMs: number) => {
    reads.answer('positions', wire.positions, nowMs);
    reads.answer('markets', wire.markets, nowMs);
  };
  return { ...reads, session, why, read };
}

test('data that was never read is waited for', () => {
  const { why, answer } = setUp();
  answer('markets', wire.markets, startMs);
  expect(why(startMs)).toBe('Waiting for the positions: they have not been read yet.');
});

test('market data may be 5 s old, account data 30 s', () => {
  const { why, read, answer } = setUp();
  read(startMs);
  expect(why(startMs + 5_000)).toBeNull();
  expect(why(startMs + 5_001)).toMatch(/^Waiting for the market prices: they were last read 5.0 s ago/);
  answer('markets', wire.markets, startMs + 30_000);
  expect(why(startMs + 30_000)).toBeNull();
  answer('markets', wire.markets, startMs + 30_001);
  expect(why(startMs + 30_001)).toMatch(/^Waiting for the positions: they were last read 30 s ago/);
});

test('reads from before an interruption do not count, however recent', () => {
  const { why, read, session } = setUp();
  read(startMs);
  session.setState({ reconcileSinceMs: startMs + 1 });
  expect(why(startMs + 1)).toBe(
    'Waiting for the positions: they were last read before the connection was interrupted.',
  );
  read(startMs + 1);
  expect(why(startMs + 1)).toBeNull();
});

test('reads from before the clock was set back have an unknown age and do not count', () => {
  const { why, read, session } = setUp();
  read(startMs);
  const setBackMs = startMs - 3_600_000;
  expect(why(startMs - 1_000)).toBeNull();
  // The jump was noticed, and nothing could be read since.
  session.setState({ reconcileSinceMs: setBackMs });
  expect(why(setBackMs + 10_000)).toBe('Waiting for the positions: they were last read before the clock was set back.');
  read(setBackMs + 11_000);
  expect(why(setBackMs + 11_000)).toBeNull();
});
