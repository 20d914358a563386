import { describe, expect, test } from 'vitest';
import { ChannelTraffic } from './channel-traffic.ts';

/** Events at these times, ms. */
const seenAt = (...times: number[]): ChannelTraffic => {
  const traffic = new ChannelTraffic();
  for (const atMs of times) traffic.seen(atMs);
  return traffic;
};
const every = (gapMs: number, fromMs: number, toMs: number): number[] =>
  Array.from({ length: Math.floor((toMs - fromMs) / gapMs) }, (_, index) => fromMs + index * gapMs);

describe('the rate', () => {
  test('is the mean of the last five full seconds', () => {
    const traffic = seenAt(...every(100, 0, 20_000));
    expect(traffic.perSecond(20_000)).toBe(10);
    expect(traffic.perSecond(20_999)).toBe(10);
  });

  test('excludes the current second: a burst counts from the next one on, for five seconds', () => {
    const traffic = seenAt(...Array<number>(50).fill(10_500));
    const at = [10_999, 11_000, 15_999, 16_000].map((nowMs) => traffic.perSecond(nowMs));
    expect(at).toEqual([0, 10, 10, 0]);
  });

  test('falls to zero in silence, also when the ring buffer wraps', () => {
    const traffic = seenAt(...every(100, 0, 6_000));
    expect([8_000, 9_000, 11_000, 12_000, 60_000].map((nowMs) => traffic.perSecond(nowMs))).toEqual([6, 4, 0, 0, 0]);
  });

  test('works when the clock is set back', () => {
    const traffic = seenAt(...every(100, 100_000, 105_000), ...every(100, 50_000, 55_000));
    expect(traffic.perSecond(55_000)).toBe(10);
    expect(traffic.events).toBe(100);
  });
});

describe('the rhythm', () => {
  test('is unknown before the second event, then the recent mean', () => {
    expect(seenAt().meanGapMs).toBeNull();
    expect(seenAt(5).meanGapMs).toBeNull();
    expect(seenAt(5, 25).meanGapMs).toBe(20);
    expect(seenAt(0, 80, 240).meanGapMs).toBe(80 + (160 - 80) / 8);
  });

  test('follows a channel that becomes slower', () => {
    expect(seenAt(...every(1_000, 0, 60_000), ...every(10_000, 60_000, 600_000)).meanGapMs).toBeGreaterThan(9_000);
  });

  test('the pause of an interruption is ignored', () => {
    const traffic = seenAt(0, 100);
    traffic.interrupt();
    traffic.seen(3_600_000);
    expect(traffic.meanGapMs).toBe(100);
    traffic.seen(3_600_100);
    expect(traffic).toMatchObject({ meanGapMs: 100, events: 4, lastAtMs: 3_600_100 });
  });

  test('setting the clock back does not count as a pause', () => {
    expect(seenAt(1_000, 1_100, 0).meanGapMs).toBe(100 - 100 / 8);
  });
});
