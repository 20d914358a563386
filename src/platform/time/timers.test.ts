import { expect, test } from 'vitest';
import { FakeClock } from './fake-clock.fixture.ts';
import { Timers } from './timers.ts';

function setUp() {
  const clock = new FakeClock();
  const timers = new Timers(clock);
  const ran: string[] = [];
  return { clock, timers, ran, after: (ms: number, name: string) => timers.after(ms, () => void ran.push(name)) };
}

test('each runs once, when it is due', async () => {
  const { clock, ran, after } = setUp();
  after(20, 'b');
  after(10, 'a');
  await clock.advance(10);
  expect(ran).toEqual(['a']);
  await clock.advance(1_000);
  expect(ran).toEqual(['a', 'b']);
});

test('stop ends all, leaves other timers of the clock, and no new one starts', async () => {
  const { clock, timers, ran, after } = setUp();
  clock.setTimeout(() => void ran.push('other'), 10);
  after(5, 'done');
  after(10, 'a');
  after(20, 'b');
  await clock.advance(5);
  timers.stop();
  expect(clock.pending).toBe(1);
  after(30, 'late');
  expect(clock.pending).toBe(1);
  await clock.advance(1_000);
  expect(ran).toEqual(['done', 'other']);
});

test('a running timer may stop all, itself included', async () => {
  const { clock, timers, ran, after } = setUp();
  timers.after(1, () => {
    timers.stop();
    after(1, 'again');
  });
  after(1, 'same moment');
  await clock.advance(100);
  expect(ran).toEqual([]);
  expect(clock.pending).toBe(0);
});
