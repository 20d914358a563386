import { describe, expect, test } from 'vitest';
import { FakeClock } from '../../platform/time/fake-clock.fixture.ts';
import { createOperationRecordsStore, isUnresolved } from '../../stores/orders/operation-records.ts';
import { memoryJournal } from './fake-context.fixture.ts';
import { OperationLog } from './operation-log.ts';

const accountId = 'https://api.example.com:443 user u1';
const account = { mode: 'paper', profile: 'try', accountId };
const sent = { event: 'sent', id: 'a', ...account, operation: 'x', summary: 's', blocks: 'b', evidence: null };

function setUp(fails: (line: number) => boolean = () => false) {
  const clock = new FakeClock();
  const journal = memoryJournal(fails);
  const store = createOperationRecordsStore();
  const log = new OperationLog(journal, store, clock);
  /** Another desk on the same lines. */
  const reopen = () => {
    const next = createOperationRecordsStore();
    return { log: new OperationLog(journal, next, clock), next };
  };
  return { clock, journal, store, log, reopen };
}

describe('a line', () => {
  test('is on disk, with its time, before the store has it', () => {
    const { log, store, journal, clock } = setUp();
    const onDisk: number[] = [];
    store.subscribe(() => onDisk.push(journal.entries().length));
    clock.stall(1_500);
    log.write(sent);
    expect(onDisk).toEqual([1]);
    expect(journal.entries()).toEqual([{ ...sent, at: '2026-01-01T00:00:01.500Z' }]);
    expect(log.record('a')).toMatchObject({ state: 'sent', sentAtMs: clock.now() });
    expect(log.record('b')).toBeUndefined();
  });

  test('that cannot be written throws and changes nothing', () => {
    const { log, store } = setUp(() => true);
    expect(() => log.write(sent)).toThrow('disk full');
    expect(store.getState().records).toEqual([]);
  });

  test('that is only kept in memory counts at once, but is not there after a restart', () => {
    const { log, reopen } = setUp();
    log.write(sent);
    log.remember({ event: 'accepted', id: 'a' });
    expect(log.record('a')?.state).toBe('accepted');
    const { log: later } = reopen();
    later.load(accountId);
    expect(later.record('a')).toMatchObject({ state: 'unknown', code: 'INTERRUPTED' });
  });

  test('is the same in memory as after a restart, base units included', () => {
    const { log, store, reopen } = setUp();
    log.write({ ...sent, input: { amount: 123_456_789_012_345_678_901n, none: undefined } });
    log.write({ event: 'unknown', id: 'a', code: 'TIMEOUT', message: 'lost', requestId: undefined });
    log.write({ event: 'looked', id: 'a', verdict: 'unclear', why: 'w' });
    const { log: later, next } = reopen();
    later.load(accountId);
    expect(next.getState().records).toEqual(store.getState().records);
    expect(log.record('a')?.input).toEqual({ amount: '123456789012345678901' });
  });
});

describe('loading', () => {
  test('sets isLoaded when it is done', () => {
    const { log, store } = setUp();
    expect(store.getState().isLoaded).toBe(false);
    const seen: boolean[] = [];
    store.subscribe(({ isLoaded, records }) => seen.push(isLoaded && records.every(({ state }) => state !== 'sent')));
    log.write(sent);
    expect(log.load(accountId)).toBe(0);
    expect(store.getState().isLoaded).toBe(true);
    // Never loaded while an interrupted one still looks as if its answer could come.
    expect(seen).toEqual([false, false, false, true]);
  });

  test('an interrupted request becomes unknown once, even if the disk is full', () => {
    const { log, reopen, journal } = setUp((line) => line === 2);
    log.write(sent);
    const second = reopen();
    second.log.load(accountId);
    expect(isUnresolved(second.log.record('a')!)).toBe(true);
    const third = reopen();
    third.log.load(accountId);
    reopen().log.load(accountId);
    expect(journal.entries().map(({ event }) => event)).toEqual(['sent', 'unknown']);
  });

  test('loads operations of the account under any profile name, and none of another account', () => {
    const { log, reopen } = setUp();
    log.write({ ...sent, profile: 'other name' });
    log.write({ ...sent, id: 'b', accountId: `${accountId}0` });
    const { log: later, next } = reopen();
    later.load(accountId);
    expect(next.getState().records.map(({ id }) => id)).toEqual(['a']);
  });

  test('an unreadable journal throws, and nothing may be sent', () => {
    const { journal, store, clock } = setUp();
    const read = () => {
      throw new Error('EIO');
    };
    expect(() => new OperationLog({ ...journal, read }, store, clock).load(accountId)).toThrow('EIO');
    expect(store.getState().isLoaded).toBe(false);
  });
});
