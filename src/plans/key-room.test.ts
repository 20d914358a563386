import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cases } from '../../test/run/cases.ts';
import { keyRoom } from './key-room.ts';
import type { PlannedChild } from './plan-kind.ts';

const hourMs = 3_600_000;
const at = (afterMs: number | null, index = 0): PlannedChild => ({
  key: `slice ${index + 1}`,
  type: 'market',
  isBuy: true,
  px: null,
  size: '1',
  afterMs,
});
const every = (count: number, ms: number) => Array.from({ length: count }, (_, index) => at(index * ms, index));
const left = (hour: number, day: number, of = { hour: 60, day: 500 }) => ({
  hour: { left: hour, of: of.hour },
  day: { left: day, of: of.day },
});

test.each([
  ['all fit', every(20, 60_000), left(60, 500), { count: 20, most: 60, dry: null }],
  ['at once, more than are left', every(9, 0), left(8, 500), { count: 9, most: 8, dry: { index: 8, afterMs: 0 } }],
  [
    'the hour runs dry, and fills up again',
    every(90, 60_000),
    left(30, 500),
    { count: 90, most: 90, dry: { index: 30, afterMs: 30 * 60_000 } },
  ],
  [
    'the day runs dry',
    every(48, hourMs),
    left(60, 20),
    { count: 48, most: 520, dry: { index: 20, afterMs: 20 * hourMs } },
  ],
  [
    'nothing of its own has a time',
    [at(null), at(null)],
    left(1, 500),
    { count: 2, most: 1, dry: { index: 1, afterMs: 0 } },
  ],
])('%s', (_name, planned, room, wanted) => {
  expect(keyRoom(planned, room)).toEqual(wanted);
});

test('before it runs dry no hour and no day takes more than the key has, and then it does', () => {
  const times = fc.array(fc.integer({ min: 0, max: 3 * 24 * hourMs }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(times, fc.nat(20), fc.nat(40), (all, hour, day) => {
      const sorted = [...all].sort((a, b) => a - b);
      const room = left(hour, day, { hour: 20, day: 40 });
      const { dry } = keyRoom(
        sorted.map((ms, index) => at(ms, index)),
        room,
      );
      const isOver = (index: number): boolean => {
        const now = sorted[index]!;
        const used = (ms: number, of: number, now_left: number) =>
          sorted.slice(0, index + 1).filter((one) => one > now - ms).length + (now < ms ? of - now_left : 0) > of;
        return used(hourMs, 20, hour) || used(24 * hourMs, 40, day);
      };
      const first = sorted.findIndex((_, index) => isOver(index));
      expect(dry?.index ?? -1).toBe(first);
    }),
    { numRuns: cases(200, 2_000) },
  );
});
