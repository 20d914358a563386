import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanText } from './clean-text.ts';
import { csv } from './csv.ts';

test('rows end with CRLF and cells are quoted where they must be', () => {
  expect(
    csv([
      ['a', 'b'],
      ['x,y', 'say "no"'],
      [1.5, null],
    ]),
  ).toBe('a,b\r\n"x,y","say ""no"""\r\n1.5,\r\n');
});

test.each(['=1+1', '+SUM(A1)', '-cmd|x', '@x', ' =1', "'=1", '\t=1', '＝1', '-1+1', '+1e5', '-', '--1', '-1,000'])(
  '%j is not calculated by a spreadsheet',
  (text) => {
    expect(csv([[text]]).replace(/^"/, '')).toMatch(/^'/);
  },
);

test.each(['-0.1500', '-45.5', '12', '-7'])('%j is a number and stays one', (text) => {
  expect(csv([[text]])).toBe(`${text}\r\n`);
});

test('control characters, escape sequences and line breaks stay out', () => {
  expect(csv([['a\u001B[31mb\r\nc\u202E', 'x\u0000']])).toBe('a�b c�,x�\r\n');
});

test('whatever the cells hold, a reader gets it back clean, but for the apostrophe', () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.string(), { minLength: 2, maxLength: 4 }), { minLength: 1 }), (rows) => {
      expect(read(csv(rows)).map((row) => row.map((cell) => cell.replace(/^'+/, '')))).toEqual(
        rows.map((row) => row.map((cell) => cleanText(cell).replace(/^'+/, ''))),
      );
    }),
  );
});

/** RFC 4180, as a spreadsheet reads it. */
function read(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === '\r\n') rows.push([]);
  }
  return rows.slice(0, -1);
}
