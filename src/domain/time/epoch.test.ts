import fc from 'fast-check';
import { expect, test } from 'vitest';
import { epochMs } from './epoch.ts';

test('the examples of both clients are the same day', () => {
  expect(epochMs(1_716_000_000_000)).toBe(1_716_000_000_000);
  expect(epochMs(1_716_000_000)).toBe(1_716_000_000_000);
  expect(epochMs('1716000000')).toBe(1_716_000_000_000);
});

test('every moment from 1974 to 2200 is read alike from seconds and from milliseconds, as a number and as text', () => {
  const second = fc.integer({ min: Date.UTC(1974, 0) / 1000, max: Date.UTC(2200, 0) / 1000 });
  fc.assert(
    fc.property(second, fc.nat(999), (seconds, ms) => {
      const at = seconds * 1000 + ms;
      expect(epochMs(seconds)).toBe(seconds * 1000);
      expect(epochMs(at)).toBe(at);
      expect(epochMs(String(seconds))).toBe(seconds * 1000);
      expect(epochMs(String(at))).toBe(at);
    }),
  );
});

test('whatever comes in, a time comes out that a date can hold, or null', () => {
  fc.assert(
    fc.property(fc.oneof(fc.anything(), fc.double(), fc.string()), (value) => {
      const ms = epochMs(value);
      if (ms !== null) expect(Number.isNaN(new Date(ms).getTime())).toBe(false);
    }),
  );
});

test.each([null, undefined, 0, -5, Number.NaN, Number.POSITIVE_INFINITY, 9e15, '', 'now', '0x12', '1e9', {}, true])(
  '%j is no time',
  (value) => expect(epochMs(value)).toBeNull(),
);
