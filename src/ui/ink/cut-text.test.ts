import { expect, test } from 'vitest';
import cutText from './cut-text.ts';

test('each row ends at the edge of its place, with its colour closed', () => {
  expect(cutText('abcdef\n\x1b[31mabc\x1b[0mdef\nab', 4)).toBe('abcd\n\x1b[31mabc\x1b[0md\x1b[0m\nab');
  expect(cutText('\x1b[31mabcdef\x1b[0m', 3)).toBe('\x1b[31mabc\x1b[0m');
  expect(cutText('漢字', 3)).toMatch(/^漢 ?$/);
});
