import { describe, expect, test } from 'vitest';
import RowOutput from './row-output.ts';

const red = (text: string): string => `\u001B[31m${text}\u001B[0m`;
const green = (text: string): string => `\u001B[32m${text}\u001B[0m`;
const plainly = { transformers: [] };

function draw(width: number, height: number, ...writes: [x: number, y: number, text: string][]): string {
  const output = new RowOutput({ width, height });
  for (const [x, y, text] of writes) output.write(x, y, text, plainly);
  return output.get().output;
}

describe('a row', () => {
  test('is its pieces in the order of their columns, with blanks between', () => {
    expect(draw(12, 1, [8, 0, green('cd')], [1, 0, red('ab')])).toBe(` ${red('ab')}     ${green('cd')}`);
  });

  test('keeps its place when nothing is written on those above', () => {
    expect(draw(4, 3, [0, 2, 'end'])).toBe('\n\nend');
  });

  test('takes several lines, each transformed with its number', () => {
    const output = new RowOutput({ width: 10, height: 2 });
    output.write(1, 0, 'a\nb', { transformers: [(line, index) => `${index}${line}`] });
    expect(output.get()).toEqual({ output: ' 0a\n 1b', height: 2 });
  });
});

describe('an overlay', () => {
  test('covers what lies under it and leaves the colours at both sides', () => {
    expect(draw(9, 1, [0, 0, red('abcdefghi')], [3, 0, green('XYZ')])).toBe(
      `${red('abc')}${green('XYZ')}${red('ghi')}`,
    );
  });

  test('leaves blanks where it cuts a wide character in two', () => {
    expect(draw(6, 1, [0, 0, '漢字漢'], [1, 0, '--']).replaceAll('\u001B[0m', '')).toBe(' -- 漢');
  });

  test('hides a piece that it covers whole', () => {
    expect(draw(9, 1, [2, 0, red('ab')], [1, 0, 'WXYZ'])).toBe(' WXYZ');
  });
});

test('nothing is drawn outside the screen', () => {
  expect(draw(3, 1, [0, -1, 'x'], [0, 1, 'x'], [-1, 0, 'abcdef'])).toBe('bcd');
});

test('clipping, which the desk does not use, is refused instead of ignored', () => {
  expect(() => new RowOutput({ width: 1, height: 1 }).clip()).toThrow('overflow');
});
