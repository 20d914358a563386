import { expect, test } from 'vitest';
import { FakeClock } from '../../../platform/time/fake-clock.fixture.ts';
import { ClockWatch } from './clock-watch.ts';

function watch() {
  const clock = new FakeClock(0);
  const jumps: number[] = [];
  const it = new ClockWatch(clock, (fromMs) => jumps.push(fromMs));
  it.start();
  return { clock, jumps, it };
}

test.each([3_600_000, -3_600_000, 5_001, -5_001])(
  'the wall clock jumps by %d ms: told within 10 s, once',
  async (ms) => {
    const { clock, jumps } = watch();
    await clock.advance(25_000);
    clock.jumpWall(ms);
    await clock.advance(5_000);
    expect(jumps).toEqual([20_000]);
    await clock.advance(600_000);
    expect(jumps).toHaveLength(1);
  },
);

test('a stopped process: reported when it runs again, with the last good time', async () => {
  const { clock, jumps } = watch();
  await clock.advance(12_000);
  clock.stall(60_000);
  await clock.advance(0);
  expect(jumps).toEqual([10_000]);
  await clock.advance(600_000);
  expect(jumps).toHaveLength(1);
});

test('a small drift, a slow event loop and corrections of seconds are no jump', async () => {
  const { clock, jumps } = watch();
  for (let turn = 0; turn < 360; turn++) {
    clock.jumpWall(turn % 2 === 0 ? 4_900 : -4_900);
    clock.stall(4_000);
    await clock.advance(10_000);
  }
  expect(jumps).toEqual([]);
});

test('started twice it watches once; stopped it leaves no timer and can be restarted', async () => {
  const { clock, jumps, it } = watch();
  it.start();
  expect(clock.pending).toBe(1);
  it.stop();
  it.stop();
  clock.jumpWall(1e9);
  await clock.advance(60_000);
  expect([clock.pending, jumps]).toEqual([0, []]);
  it.start();
  clock.jumpWall(1e9);
  await clock.advance(10_000);
  expect(jumps).toHaveLength(1);
});

test('a listener may stop it', async () => {
  const clock = new FakeClock(0);
  const it: ClockWatch = new ClockWatch(clock, () => it.stop());
  it.start();
  clock.stall(60_000);
  await clock.advance(60_000);
  expect(clock.pending).toBe(0);
});
