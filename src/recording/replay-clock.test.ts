import { expect, test } from 'vitest';
import { systemClock } from '../platform/time/clock.ts';
import { FakeClock } from '../platform/time/fake-clock.fixture.ts';
import { seededRandom } from '../platform/time/random.ts';
import { ReplayClock } from './replay-clock.ts';

const startAtMs = 1_000_000;

function setUp(speed: number) {
  const real = new FakeClock();
  const clock = new ReplayClock(real, startAtMs, speed, queueMicrotask);
  const fired: [string, number][] = [];
  const note = (name: string) => () => fired.push([name, clock.monotonic()]);
  return { real, clock, fired, note };
}

test('time stands still until start, then runs at its speed', async () => {
  const { real, clock, fired, note } = setUp(10);
  clock.setTimeout(note('a'), 500);
  await real.advance(1_000);
  expect([clock.now(), fired]).toEqual([startAtMs, []]);
  clock.start();
  await real.advance(20);
  expect([clock.now(), clock.monotonic()]).toEqual([startAtMs + 200, 200]);
  await real.advance(40);
  expect(fired).toEqual([['a', 500]]);
  expect(clock.monotonic()).toBe(600);
  clock.hold();
  await real.advance(1_000);
  expect(clock.monotonic()).toBe(600);
});

test('timers fire in order at their exact time, however late the real timers are', async () => {
  const { real, clock, fired, note } = setUp(1);
  clock.setTimeout(note('late'), 300);
  clock.setTimeout(() => {
    note('early')();
    clock.setTimeout(note('between'), 50);
  }, 100);
  clock.clearTimeout(clock.setTimeout(note('never'), 120));
  clock.start();
  await real.advance(0);
  real.stall(5_000);
  // Nothing has fired yet, so it is not later than the first timer.
  expect(clock.monotonic()).toBe(100);
  await real.advance(0);
  expect(fired).toEqual([
    ['early', 100],
    ['between', 150],
    ['late', 300],
  ]);
  expect(clock.monotonic()).toBe(5_000);
});

test('at unlimited speed it jumps from timer to timer, and promises run in between', async () => {
  const clock = new ReplayClock(systemClock, startAtMs, Number.POSITIVE_INFINITY);
  const heard: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  for (const day of [3, 1, 2])
    clock.setTimeout(() => {
      heard.push(`timer ${day}`);
      void Promise.resolve()
        .then(() => {})
        .then(() => heard.push(`promise ${day} at ${clock.monotonic() / 86_400_000}`));
      if (day === 3) clock.setTimeout(resolve, 0);
    }, day * 86_400_000);
  clock.start();
  await promise;
  expect(heard).toEqual(['timer 1', 'promise 1 at 1', 'timer 2', 'promise 2 at 2', 'timer 3', 'promise 3 at 3']);
  clock.hold();
});

test('timers fire in the same order at the same times at any speed and any real delays', async () => {
  for (let seed = 1; seed <= 200; seed++) {
    const run = async (speed: number, stumble: number) => {
      const { real, clock, fired, note } = setUp(speed);
      const random = seededRandom(seed);
      const plan = (depth: number): void => {
        for (let index = 0; index < 3; index++) {
          const name = `${depth}.${index}`;
          clock.setTimeout(() => {
            note(name)();
            if (depth < 3) plan(depth + 1);
          }, random.int(1_000));
        }
      };
      plan(0);
      clock.start();
      const bumps = seededRandom(stumble);
      for (let step = 0; step < 40; step++) {
        if (bumps.int(2) === 0) real.stall(bumps.int(400));
        await real.advance(bumps.int(400));
      }
      await real.advance(10_000);
      return fired;
    };
    const [one, other] = [await run(1, seed), await run(37, seed * 31)];
    expect(one.length).toBe(3 + 9 + 27 + 81);
    expect(other, `seed ${seed}`).toEqual(one);
  }
});

test('the speed can change while running', async () => {
  const { real, clock } = setUp(100);
  clock.start();
  await real.advance(10);
  clock.setSpeed(1);
  await real.advance(10);
  expect(clock.monotonic()).toBe(1_010);
});
