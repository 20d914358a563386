import { expect, test } from 'vitest';
import { gauge } from './gauge.ts';

test.each<[string, number, number, string]>([
  ['half of it', 0.5, 10, '▕████    ▏'],
  ['in eighths of a cell', 0.45, 10, '▕███▋    ▏'],
  ['nothing', 0, 6, '▕    ▏'],
  ['less than nothing', -3, 6, '▕    ▏'],
  ['hardly anything is not nothing', 0.000_01, 6, '▕▏   ▏'],
  ['nearly all is not all', 0.999_99, 6, '▕███▉▏'],
  ['all of it', 1, 6, '▕████▏'],
  ['more than all of it', 17, 6, '▕████▏'],
  ['what nobody knows', Number.NaN, 6, '▕····▏'],
  ['without room for a bar', 0.5, 2, '  '],
  ['without any room', 0.5, 0, ''],
])('a gauge of %s', (_, part, width, bar) => {
  expect(gauge(part, width)).toBe(bar);
});
