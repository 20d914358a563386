import { describe, expect, test } from 'vitest';
import { distanceOf, type Trailing, TrailingLevels, trailingLevel } from './trailing-levels.ts';

describe('trailingLevel', () => {
  test.each([
    ['below', 1000n, 10, 900n],
    ['below', 1001n, 0.01, 1000n],
    ['below', 7n, 50, 3n],
    ['above', 1000n, 10, 1100n],
    ['above', 7n, 50, 11n],
    ['above', 1n, 0.01, 2n],
  ] as const)('%s %s by %s %% is the last value far enough away', (direction, best, percentage, level) => {
    expect(trailingLevel(direction, best, distanceOf(percentage))).toBe(level);
  });

  test('a percentage is taken digit for digit', () => {
    expect(distanceOf(0.01)).toBe(10n ** 18n);
    expect(distanceOf(99)).toBe(99n * 10n ** 20n);
    expect(distanceOf(3.3333333333333335)).toBe(333_333_333_333_333_350_000n);
  });
});

describe('TrailingLevels', () => {
  const open = (sequence: number, percentage: number): Trailing => ({
    sequence,
    distance: distanceOf(percentage),
    isWaiting: true,
    group: null,
  });

  test('a ratchet melds the groups that it beats and leaves the others alone', () => {
    const levels = new TrailingLevels<Trailing>('below');
    const orders = [100n, 80n, 60n, 40n].map((value, index) => {
      const order = open(index + 1, 10);
      levels.join(order, value);
      return order;
    });
    levels.observe(70n);
    expect(orders.map(TrailingLevels.bestOf)).toEqual([100n, 80n, 70n, 70n]);
    expect(levels.groups()).toEqual([
      [1, 100n],
      [2, 80n],
      [3, 70n],
    ]);
    levels.observe(90n);
    expect(orders.map(TrailingLevels.bestOf)).toEqual([100n, 90n, 90n, 90n]);
    expect(levels.groups()).toEqual([
      [1, 100n],
      [2, 90n],
    ]);
    const fired: Trailing[] = [];
    levels.take(81n, (order) => fired.push(order));
    expect(fired).toHaveLength(4);
    expect(new Set(fired)).toEqual(new Set(orders));
  });
});
