import { expect, test } from 'vitest';
import sanitizeRow from './clean-row.ts';

test('a row of text and colours stays as it is', () => {
  const row = '│ \u001B[38;2;1;2;3mBTC\u001B[0m −1.5 %\n漢';
  expect(sanitizeRow(row)).toBe(row);
});

test.each([
  ['a cursor movement', 'a\u001B[2Ab'],
  ['a title', 'a\u001B]0;x\u0007b'],
  ['a C1 control', 'a\u009B2Jb'],
  ['a bell', 'a\u0007b'],
  ['a tab', 'a\tb'],
])('%s loses every control', (_name, row) => {
  expect(sanitizeRow(row)).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f]/);
});
