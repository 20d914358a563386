import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cases } from '../../../../test/run/cases.ts';
import { lineWidth, plainText } from '../../text/span.ts';
import { type CurvePoint, curve } from './curve.ts';

const dayMs = 86_400_000;
const startMs = Date.UTC(2026, 0, 1);
const points = (...values: readonly number[]): CurvePoint[] =>
  values.map((value, index) => ({ atMs: startMs + index * dayMs, value, label: `${value}.00` }));
const drawn = (given: readonly CurvePoint[], width = 40, height = 6): string[] =>
  curve(given, { width, height, tone: 'up' }).map(plainText);
const dotsIn = (line: string): string => line.replace(/[^\u2800-\u28ff]/g, '');

test('rises from the lower left to the upper right, with highest, lowest and last value and the days', () => {
  const lines = drawn(points(10, 20, 30, 40, 50));
  expect(lines[0]).toMatch(/^50\.00 ┤ +[\u2800-\u28ff]+ 50\.00$/);
  expect(lines[3]).toMatch(/^10\.00 ┤[\u2800-\u28ff]+ /);
  expect(lines[4]).toMatch(/^ {6}└─*┬─/);
  expect(lines[5]).toMatch(/^ +01-0\d +01-0\d/);
  const starts = lines.slice(0, 4).map((line) => /[\u2800-\u28ff]/.exec(line)?.index ?? 0);
  expect(starts).toEqual(starts.toSorted((a, b) => b - a));
});

test('a spike between two columns is drawn over its whole height', () => {
  const spiky = Array.from({ length: 1_000 }, (_, index) => (index === 500 ? 9 : 1));
  const lines = drawn(points(...spiky));
  for (const line of lines.slice(0, 4)) expect(dotsIn(line)).not.toBe('');
});

test('a value that never changes is a level line with one label', () => {
  const lines = drawn(points(7, 7, 7));
  expect(lines.filter((line) => dotsIn(line) !== '')).toHaveLength(1);
  expect(lines.join('\n').match(/7\.00/g)).toHaveLength(2);
});

test('the last value stands in the row in which the curve ends', () => {
  const lines = drawn(points(5, 9, 1));
  expect(lines[3]).toMatch(/ 1\.00$/);
});

test('points in any order are the same curve, and what is no number is left out', () => {
  const given = points(1, 5, 3, 8);
  expect(drawn(given.toReversed())).toEqual(drawn(given));
  expect(drawn([...given, { atMs: Number.NaN, value: 1, label: '?' }])).toEqual(drawn(given));
  expect(drawn([])).toEqual(Array(6).fill(' '.repeat(40)));
});

test('has exactly its size, whatever the values and times', () => {
  const point = fc.record({
    atMs: fc.oneof(fc.integer({ min: 0, max: 4e12 }), fc.double()),
    value: fc.oneof(fc.double(), fc.integer({ min: -1_000, max: 1_000 })),
    label: fc.constantFrom('0.00', '12.34K', '−1,234.56', '漢字', 'x'.repeat(60)),
  });
  const view = fc.record({ width: fc.integer({ min: 1, max: 200 }), height: fc.integer({ min: 1, max: 30 }) });
  fc.assert(
    fc.property(fc.array(point, { maxLength: 60 }), view, (given, { width, height }) => {
      const lines = curve(given, { width, height, tone: 'plain' });
      expect(lines).toHaveLength(height);
      for (const line of lines) expect(lineWidth(line), plainText(line)).toBe(width);
    }),
    { numRuns: cases(200, 500) },
  );
});

test('a high curve has values between the highest and the lowest on its axis', () => {
  const points = [0, 100].map((value) => ({ atMs: value, value, label: String(value) }));
  const lines = curve(points, { width: 40, height: 13, tone: 'up', scaleLabel: (value) => value.toFixed(0) });
  const labels = lines.flatMap((line) => /^ *(\d+) ┤/.exec(plainText(line))?.[1] ?? []);
  expect(labels).toEqual(['100', '50', '0']);
});
