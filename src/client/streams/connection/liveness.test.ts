import { describe, expect, test } from 'vitest';
import { FakeClock } from '../../../platform/time/fake-clock.fixture.ts';
import { Liveness } from './liveness.ts';

function watch(idleMs = 120_000) {
  const clock = new FakeClock();
  const heard: string[] = [];
  const note = (what: string) => heard.push(`${what} ${clock.monotonic()}`);
  const liveness = new Liveness({ clock, idleMs, ping: () => note('ping'), onDead: () => note('dead') });
  return { clock, heard, liveness };
}

describe('silence', () => {
  test('a ping after the idle time; 30 s without a reply: dead, reported once', async () => {
    const { clock, heard } = watch();
    await clock.advance(1_000_000);
    expect(heard).toEqual(['ping 120000', 'dead 150000']);
    expect(clock.pending).toBe(0);
  });

  test('anything that arrives counts as a reply, up to the limit', async () => {
    const { clock, heard, liveness } = watch();
    await clock.advance(149_999);
    liveness.seen();
    await clock.advance(119_999);
    expect(heard).toEqual(['ping 120000']);
    await clock.advance(1);
    expect(heard).toEqual(['ping 120000', 'ping 269999']);
  });

  test('a busy connection is never pinged', async () => {
    const { clock, heard, liveness } = watch(5_000);
    for (let turn = 0; turn < 1_000; turn++) {
      await clock.advance(4_999);
      liveness.seen();
    }
    expect(heard).toEqual([]);
    expect(clock.pending).toBe(1);
  });

  test.each([
    [30_000, 30_000],
    [200_000, 120_000],
    [Number.POSITIVE_INFINITY, 120_000],
    [Number.NaN, 120_000],
    [0, 5_000],
    [-1, 5_000],
  ])("min(120 s, the server's time-out): %d ms is %d ms", async (idleMs, effectiveMs) => {
    const { clock, heard } = watch(idleMs);
    await clock.advance(effectiveMs - 1);
    expect(heard).toEqual([]);
    await clock.advance(1);
    expect(heard).toEqual([`ping ${effectiveMs}`]);
  });
});

describe('a late check', () => {
  test('pings once more instead of declaring the peer dead: the reply may be unread', async () => {
    const { clock, heard, liveness } = watch();
    await clock.advance(125_000);
    clock.stall(60_000);
    await clock.advance(0);
    expect(heard).toEqual(['ping 120000', 'ping 185000']);
    liveness.seen();
    await clock.advance(100_000);
    expect(heard).toHaveLength(2);
  });

  test('a peer that stays silent is dead 30 s later', async () => {
    const { clock, heard } = watch();
    await clock.advance(125_000);
    clock.stall(60_000);
    await clock.advance(30_000);
    expect(heard.at(-1)).toBe('dead 215000');
  });

  test('a delay of a few seconds is not late', async () => {
    const { clock, heard } = watch();
    await clock.advance(149_000);
    clock.stall(5_000);
    await clock.advance(0);
    expect(heard.at(-1)).toBe('dead 154000');
  });
});

describe('a probe', () => {
  test('pings now and allows the full time, also if an older ping was nearly overdue', async () => {
    const { clock, heard, liveness } = watch();
    await clock.advance(149_000);
    liveness.probe();
    await clock.advance(29_999);
    expect(heard).toEqual(['ping 120000', 'ping 149000']);
    await clock.advance(1);
    expect(heard.at(-1)).toBe('dead 179000');
  });

  test('a reply restarts the idle time', async () => {
    const { clock, heard, liveness } = watch();
    await clock.advance(10_000);
    liveness.probe();
    await clock.advance(250);
    expect(liveness.roundTripMs()).toBe(250);
    liveness.seen();
    await clock.advance(119_999);
    expect(heard).toEqual(['ping 10000']);
    await clock.advance(1);
    expect(heard).toHaveLength(2);
  });
});

test('stopped, it leaves no timer; there is no latency before a ping', async () => {
  const { clock, heard, liveness } = watch();
  expect(liveness.roundTripMs()).toBeNull();
  liveness.stop();
  expect(clock.pending).toBe(0);
  await clock.advance(1_000_000);
  expect(heard).toEqual([]);
});
