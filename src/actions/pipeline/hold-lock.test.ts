import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createJournal, type Journal } from '../../platform/journal/journal.ts';
import { lockAccount } from '../../platform/process/account-lock.ts';
import { FakeClock } from '../../platform/time/fake-clock.fixture.ts';
import { bindActions } from '../desk-actions.ts';
import { fakeContext, memoryModeFile } from './fake-context.fixture.ts';
import { holdLock } from './hold-lock.ts';
import { type OperationKind, orderKinds, unknownEndings } from './operation-kinds.fixture.ts';
import { startPipeline } from './start-pipeline.ts';
import { setTradingMode } from './trading-mode.ts';

const [close] = orderKinds as [OperationKind];
let dir = '';
let clock = new FakeClock();
let modeFile = memoryModeFile();
const alive = new Set<number>();
const open: Journal[] = [];

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'hold-lock-'));
  clock = new FakeClock();
  modeFile = memoryModeFile();
  alive.clear();
});
afterEach(() => {
  for (const journal of open.splice(0)) journal.close();
  rmSync(dir, { recursive: true });
});

/** A desk that has started on the account, wired as in the composition root. */
function desk(pid: number, answer: (id: string) => unknown = () => close.before, lockDir = dir) {
  alive.add(pid);
  const journal = createJournal(join(dir, 'journal.jsonl'));
  open.push(journal);
  const fake = fakeContext(answer, { journal, clock, modeFile, isUnread: true, seed: pid });
  const { release } = holdLock(
    fake.context,
    () => lockAccount(join(lockDir, 'account.lock'), pid, (one) => (alive.has(one) ? `m${one}` : null)),
    () => startPipeline(fake.context),
  );
  const send = () => {
    fake.readAll();
    return close.send(bindActions(fake.context));
  };
  return {
    ...fake,
    send,
    lock: () => fake.context.trading.getState().lock,
    isLoaded: () => fake.context.records.getState().isLoaded,
    end: () => {
      fake.context.timers.stop();
      release();
    },
    kill: () => {
      fake.context.timers.stop();
      alive.delete(pid);
    },
  };
}

test('the first desk sends; the second is read-only and says so', async () => {
  const first = desk(1, () => close.accepted);
  const second = desk(2);
  expect([first.lock(), first.isLoaded()]).toEqual([null, true]);
  expect(second.lock()).toBe(
    `Another desk (process 1) sends the orders of this account, so this one is read-only until that desk closes. If there is no such desk, delete ${join(dir, 'account.lock')}.`,
  );
  expect(second.isLoaded()).toBe(false);
  expect(await first.send()).toMatchObject({ kind: 'accepted' });
  expect(await second.send()).toMatchObject({ kind: 'not-sent', code: 'LOCKED' });
  await clock.advance(600_000);
  expect(await second.send()).toMatchObject({ code: 'LOCKED' });
  expect(second.happened).toEqual([]);
});

test.each(['end', 'kill'] as const)(
  'when the first one leaves (%s) the second takes over with what it left',
  async (how) => {
    const first = desk(1, () => new Promise(() => {}));
    const second = desk(2);
    void first.send();
    await clock.advance(5_000);
    first[how]();
    expect(await second.send()).toMatchObject({ code: 'LOCKED' });
    await clock.advance(2_000);
    expect([second.lock(), second.isLoaded()]).toEqual([null, true]);
    expect(second.notices()).toEqual(['info: The other desk has closed: this one may send orders now.']);
    expect(await second.send()).toMatchObject({ code: 'IN_DOUBT' });
    expect(second.context.records.getState().records).toMatchObject([{ state: 'unknown', code: 'INTERRUPTED' }]);
    await clock.advance(2_000);
    expect(second.requests()).toMatchObject([{ id: close.read }]);
  },
);

test('an unknown outcome and the trading mode of the first desk apply to the second', async () => {
  const first = desk(1, () => {
    throw unknownEndings[0]?.[1];
  });
  const second = desk(2);
  await first.send();
  setTradingMode(first.context, 'reducing', 'key H');
  expect(second.context.trading.getState().mode).toBe('active');
  first.end();
  await clock.advance(2_000);
  expect(second.context.trading.getState().mode).toBe('reducing');
  expect(await second.send()).toMatchObject({ code: 'IN_DOUBT' });
});

test('of several waiting desks one takes over, and the others keep waiting', async () => {
  const first = desk(1);
  const waiting = [desk(2), desk(3), desk(4)];
  first.kill();
  await clock.advance(2_000);
  expect(waiting.filter(({ lock }) => lock() === null)).toHaveLength(1);
  await clock.advance(60_000);
  expect(waiting.filter(({ isLoaded }) => isLoaded())).toHaveLength(1);
});

test('a desk that stops while waiting never takes over, and leaves the lock to its holder', async () => {
  const first = desk(1);
  const second = desk(2);
  second.end();
  expect(clock.pending).toBe(0);
  expect(desk(3).lock()).toMatch(/process 1/);
  first.end();
  await clock.advance(10_000);
  expect(second.isLoaded()).toBe(false);
});

test('a desk that stops releases the account at once', () => {
  desk(1).end();
  expect(desk(2).lock()).toBeNull();
});

test('if the account cannot be locked, nothing is sent, with the reason', async () => {
  const lockDir = join(dir, 'folder');
  writeFileSync(lockDir, 'a file in its way');
  const only = desk(1, () => close.accepted, lockDir);
  expect(only.lock()).toMatch(/^Nothing is sent: the account cannot be locked \(.+\)\.$/);
  expect(await only.send()).toMatchObject({ kind: 'not-sent', code: 'LOCKED' });
  rmSync(lockDir);
  await clock.advance(2_000);
  expect(only.lock()).toBeNull();
  // There was no other desk that could have closed.
  expect(only.notices()).toEqual(['info: This desk holds the account now and may send orders.']);
  expect(await only.send()).toMatchObject({ kind: 'accepted' });
});
