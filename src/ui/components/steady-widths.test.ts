import { expect, test } from 'vitest';
import { SteadyWidths } from './steady-widths.ts';

test('a width grows at once and shrinks when a minute has not needed it', () => {
  const widths = new SteadyWidths();
  expect(widths.atLeast('usd', 5, 0)).toBe(5);
  expect(widths.atLeast('usd', 8, 1_000)).toBe(8);
  expect(widths.atLeast('usd', 6, 2_000)).toBe(8);
  expect(widths.atLeast('usd', 8, 30_000)).toBe(8);
  expect(widths.atLeast('usd', 6, 89_999)).toBe(8);
  expect(widths.atLeast('usd', 6, 90_000)).toBe(6);
});

test('each name has its own', () => {
  const widths = new SteadyWidths();
  widths.atLeast('usd', 8, 0);
  expect(widths.atLeast('price', 5, 0)).toBe(5);
});
