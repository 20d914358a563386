import { describe, expect, test } from 'vitest';
import { silentMs } from './channel-silence.ts';

const startMs = 1_000_000;
/** A channel that has been quiet this long, while another was just active. */
const quiet = (quietMs: number, meanGapMs: number | null, othersAgoMs = 0) => {
  const nowMs = startMs + quietMs;
  const rhythm = { liveSinceMs: 0, lastAtMs: startMs, meanGapMs, othersLastAtMs: nowMs - othersAgoMs };
  return silentMs(rhythm, nowMs);
};

describe('one channel silent while others are active', () => {
  test.each([
    ['a fast channel: 30 s', 100, 30_000],
    ['ten times its usual pause', 6_000, 60_000],
    ['a slow channel: 10 min', 300_000, 600_000],
    ['no rhythm of its own yet: 60 s', null, 60_000],
  ])('%s', (_, meanGapMs, toleratedMs) => {
    expect(quiet(toleratedMs, meanGapMs)).toBeNull();
    expect(quiet(toleratedMs + 1, meanGapMs)).toBe(toleratedMs + 1);
  });

  test('before its first event, silence counts from when it became live', () => {
    const rhythm = { liveSinceMs: startMs, lastAtMs: null, meanGapMs: null, othersLastAtMs: startMs + 60_001 };
    expect(silentMs(rhythm, startMs + 60_000)).toBeNull();
    expect(silentMs(rhythm, startMs + 60_001)).toBe(60_001);
  });

  test('after an interruption, silence counts from then too', () => {
    const rhythm = { liveSinceMs: startMs, lastAtMs: 5, meanGapMs: 100, othersLastAtMs: startMs + 20_000 };
    expect(silentMs(rhythm, startMs + 20_000)).toBeNull();
  });

  test('if all channels are silent, none is reported', () => {
    expect(quiet(100_000, 100, 30_000)).toBe(100_000);
    expect(quiet(100_000, 100, 30_001)).toBeNull();
    expect(silentMs({ liveSinceMs: 0, lastAtMs: 0, meanGapMs: 1, othersLastAtMs: null }, 500_000)).toBeNull();
  });

  test('other channels count only if heard after it', () => {
    expect(quiet(31_000, 100, 31_000)).toBeNull();
  });

  test('after the clock is set back, times in the future are ignored', () => {
    const future = startMs + 3_600_000;
    const rhythm = { liveSinceMs: startMs, lastAtMs: future, meanGapMs: 100, othersLastAtMs: startMs + 40_000 };
    expect(silentMs(rhythm, startMs + 40_000)).toBe(40_000);
    expect(silentMs({ ...rhythm, othersLastAtMs: future }, startMs + 40_000)).toBeNull();
  });
});
