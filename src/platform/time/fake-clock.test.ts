import { expect, test } from 'vitest';
import { FakeClock } from './fake-clock.fixture.ts';

test('timers fire in order of their due time, equals in order of creation', async () => {
  const clock = new FakeClock();
  const fired: string[] = [];
  const at = (name: string, delayMs: number) =>
    clock.setTimeout(() => fired.push(`${name} ${clock.monotonic()}`), delayMs);
  at('b', 20);
  at('c', 20);
  at('a', 10);
  clock.clearTimeout(at('never', 5));
  at('later', 31);
  await clock.advance(30);
  expect(fired).toEqual(['a 10', 'b 20', 'c 20']);
  expect([clock.monotonic(), clock.pending]).toEqual([30, 1]);
});

test('a stall: both clocks advance and no timer fires; overdue ones fire late, in order', async () => {
  const clock = new FakeClock(0);
  const fired: string[] = [];
  for (const delayMs of [200, 100]) clock.setTimeout(() => fired.push(`${delayMs} at ${clock.monotonic()}`), delayMs);
  clock.stall(1_000);
  expect([clock.now(), clock.monotonic(), fired]).toEqual([1_000, 1_000, []]);
  await clock.advance(0);
  expect(fired).toEqual(['100 at 1000', '200 at 1000']);
});

test('a stall in the middle of an advance is not taken back at its end', async () => {
  const clock = new FakeClock(0);
  clock.setTimeout(() => clock.stall(1_000), 50);
  await clock.advance(100);
  expect(clock.monotonic()).toBe(1_050);
});

test('a jump of the wall clock does not move the monotonic clock', () => {
  const clock = new FakeClock(0);
  clock.jumpWall(-500);
  expect([clock.now(), clock.monotonic()]).toEqual([-500, 0]);
});
