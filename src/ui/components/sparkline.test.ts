import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sparkline } from './sparkline.ts';

describe('a sparkline', () => {
  test.each<[string, (number | null)[], number, string]>([
    ['rises from the lowest bar to the highest', [1, 2, 3, 4, 5, 6, 7], 7, '▁▂▃▄▅▆▇'],
    ['is about its own lowest and highest, wherever they are', [1000.1, 1000.2, 999.9], 3, '▅▇▁'],
    ['goes below zero', [-2, 0, 2], 3, '▁▄▇'],
    ['lies flat where nothing changed', [5, 5, 5], 3, '▄▄▄'],
    ['lies flat for a single value', [5], 4, '▄▄▄▄'],
    ['is blank where nothing is known', [1, null, 8], 3, '▁ ▇'],
    ['is blank for what is no number', [1, Number.NaN, Number.POSITIVE_INFINITY, 8], 4, '▁  ▇'],
    ['is blank with no values', [], 3, '   '],
    ['is blank with none known', [null, null], 2, '  '],
    ['ends in the newest of more values than bars', [1, 9, 1, 5, 2, 8], 3, '▇▁▆'],
    ['passes over what is unknown where its part has something', [1, null, 8, null], 2, '▁▇'],
    ['gives each of fewer values several bars', [1, 8], 4, '▁▁▇▇'],
    ['has no bars without room', [1, 2], 0, ''],
    ['bears the largest numbers', [-Number.MAX_VALUE, Number.MAX_VALUE], 2, '▁▇'],
  ])('%s', (_, values, width, bars) => {
    expect(sparkline(values, width)).toBe(bars);
  });

  test('is as wide as it was asked to be, whatever it is made of', () => {
    const values = fc.array(fc.option(fc.double()), { maxLength: 60 });
    fc.assert(
      fc.property(values, fc.integer({ min: 0, max: 40 }), (given, width) => {
        expect(sparkline(given, width)).toMatch(new RegExp(`^[ ▁-▇]{${width}}$`));
      }),
    );
  });
});
