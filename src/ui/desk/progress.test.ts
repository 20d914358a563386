import { describe, expect, test } from 'vitest';
import { type QueryName, queryKeys } from '../../stores/desk-data.ts';
import { fakeDesk, readAtMs } from './fake-desk.fixture.ts';
import { progressNow } from './progress.ts';

const text = (fake: ReturnType<typeof fakeDesk>) => progressNow(fake.desk)?.text ?? null;

describe('after an interruption', () => {
  function interrupted() {
    const fake = fakeDesk();
    fake.fill();
    fake.session({ reconcileSinceMs: readAtMs + 1_000 });
    fake.clock.nowMs = readAtMs + 1_000;
    return fake;
  }
  const answer = (fake: ReturnType<typeof fakeDesk>, ...names: QueryName[]): void => {
    for (const name of names)
      fake.cache.setQueryData(queryKeys.named(name), fake.desk.data.read(name).data, { updatedAt: fake.clock.nowMs });
  };

  test('what has not been read again is named from half a second on, and how many have', () => {
    const fake = interrupted();
    fake.clock.nowMs += 499;
    expect(text(fake)).toBeNull();
    fake.clock.nowMs += 1;
    expect(text(fake)).toMatch(
      /^reading again: 0 of 7, not yet positions, prices, orders, balances, holdings, wallets, limits$/,
    );
    answer(fake, 'positions', 'markets', 'holdings', 'wallets', 'usage');
    expect(text(fake)).toBe('reading again: 5 of 7, not yet orders, balances');
    answer(fake, 'orders', 'balances');
    expect(text(fake)).toBeNull();
  });

  test('a read that fails is said to, with its code', () => {
    const fake = interrupted();
    fake.clock.nowMs += 2_000;
    answer(fake, 'positions', 'markets', 'holdings', 'wallets', 'usage', 'balances');
    fake.fail('orders', Object.assign(new Error('no answer'), { code: 'TIMEOUT' }), fake.clock.nowMs);
    expect(text(fake)).toBe('reading again: 6 of 7, not yet orders (TIMEOUT)');
  });

  test('a recording reads nothing again', () => {
    const fake = interrupted();
    fake.session({ mode: 'replay' });
    fake.clock.nowMs += 5_000;
    expect(text(fake)).toBeNull();
  });
});

test('at the start the panes say themselves what they wait for', () => {
  const fake = fakeDesk();
  fake.clock.nowMs += 5_000;
  expect(text(fake)).toBeNull();
});

test('of a large journal it is said how much is read', () => {
  const fake = fakeDesk();
  fake.desk.records.setState({ isLoaded: false, readPct: 34 });
  expect(text(fake)).toBe('reading the journal: 34 %; nothing is sent until it is read');
  fake.desk.records.setState({ readPct: null });
  expect(text(fake)).toBeNull();
});
