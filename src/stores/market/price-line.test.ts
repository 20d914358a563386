import { expect, test } from 'vitest';
import { priceLine } from './price-line.ts';

const everyMs = 5_000;
const atMs = Date.UTC(2026, 0, 1);

/** A price every 5 s that is its own number; `isBlind` says when none came. */
function series(count: number, isBlind: (index: number) => boolean = () => false) {
  const kept = Array.from({ length: count }, (_, index) => index).filter((index) => !isBlind(index));
  return [kept.map((index) => atMs + index * everyMs), kept.map(String)] as const;
}

test('a few prices are all shown, and gaps are as wide as they are long', () => {
  expect(priceLine(...series(4), 0)).toEqual([0, 1, 2, 3]);
  expect(priceLine(...series(4), 2)).toEqual([2, 3]);
  const line = priceLine(...series(26, (index) => index > 2 && index < 23), 0);
  expect(line).toEqual([0, 1, 2, ...new Array(21).fill(null), 23, 24, 25]);
  expect(priceLine([], [], 0)).toEqual([]);
});

test('many prices are merged into equal steps, each with its last price', () => {
  const line = priceLine(...series(1_441), 0);
  expect(line).toHaveLength(96);
  expect(line.slice(0, 3)).toEqual([14, 29, 44]);
  expect(line.at(-1)).toBe(1_440);
});

test('among many prices, a short pause is bridged, a long one is a gap', () => {
  const short = priceLine(...series(300, (index) => index > 100 && index < 112), 0);
  expect(short).not.toContain(null);
  const long = priceLine(...series(300, (index) => index > 100 && index < 200), 0);
  expect(long.filter((value) => value === null).length).toBeGreaterThan(25);
  expect(long.slice(0, 32)).not.toContain(null);
});
