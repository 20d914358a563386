import xterm from '@xterm/headless';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cases } from '../../../test/run/cases.ts';
import { cutEnd, padEnd } from '../../domain/text/text-width.ts';
import { rowUpdate } from './row-update.ts';

const columns = 20;
const span = fc.tuple(
  fc.constantFrom('', '31', '1;32', '38;2;1;2;3'),
  fc.string({ unit: fc.constantFrom('a', 'b', ' ', '│', '漢', '−'), minLength: 1, maxLength: 4 }),
);
const row = fc
  .array(span, { minLength: 1, maxLength: 5 })
  .map((spans) => spans.map(([sgr, text]) => (sgr === '' ? text : `\u001B[${sgr}m${text}\u001B[0m`)).join(''));

/** The first row of a terminal after `bytes`, with the colour of each cell. */
async function shown(bytes: string): Promise<string[]> {
  const terminal = new xterm.Terminal({ cols: columns, rows: 2, allowProposedApi: true });
  await new Promise<void>((resolve) => terminal.write(bytes, resolve));
  const line = terminal.buffer.active.getLine(0)!;
  return Array.from({ length: columns }, (_, x) => {
    const cell = line.getCell(x)!;
    const char = cell.getWidth() === 0 ? '' : cell.getChars() || ' ';
    return char === ' ' ? char : `${char}${cell.isBold()}${cell.getFgColor()}`;
  });
}

test('an update leaves the terminal as the whole row would', async () => {
  await fc.assert(
    fc.asyncProperty(row, row, row, async (start, before, after) => {
      const [previous, next] = [start + before, start + after];
      fc.pre(previous.replace(/\u001B\[[\d;]*m/g, '').length <= columns / 2);
      fc.pre(next.replace(/\u001B\[[\d;]*m/g, '').length <= columns / 2);
      expect(await shown(`${previous}${rowUpdate(0, previous, next, columns)}`)).toEqual(await shown(next));
    }),
    { numRuns: cases(60, 300) },
  );
});

test('the last cell stays where a full row differs only behind it', async () => {
  const previous = `\u001B[31m${'a'.repeat(columns)}\u001B[0m`;
  const next = `${previous}\u001B[32m\u001B[0m`;
  expect(await shown(`${previous}${rowUpdate(0, previous, next, columns)}`)).toEqual(await shown(next));
});

test('what stays is not sent again', () => {
  const left = '\u001B[31m│ table │\u001B[0m';
  expect(rowUpdate(3, `${left}old`, `${left}new`, 80)).toBe('\u001B[4;10Hnew');
  expect(rowUpdate(0, 'BTC  64,210  +1.2 %', 'BTC  64,218  +1.5 %', 80)).toBe('\u001B[1;11H8  +1.5');
});

test('a cell whose colour alone differs is sent in its colour', () => {
  expect(rowUpdate(0, 'ab\u001B[31mc\u001B[0m', 'ab\u001B[32mc\u001B[0m', 80)).toBe('\u001B[1;3H\u001B[32mc\u001B[0m');
});

test('cells far apart are sent without those between, a few equal ones are cheaper than a move', () => {
  expect(rowUpdate(0, 'a         b', 'x         y', 80)).toBe('\u001B[1;1Hx\u001B[1;11Hy');
  expect(rowUpdate(0, 'a -- b', 'x -- y', 80)).toBe('\u001B[1;1Hx -- y');
});

test('a row that ends earlier is erased from its new end on', () => {
  expect(rowUpdate(0, 'one two three', 'one two', 80)).toBe('\u001B[1;9H\u001B[K');
});

test('a row with a name of doubtful width is sent from its first different span on', () => {
  expect(rowUpdate(0, '漢abc', '漢abd', 80)).toBe('\u001B[1;1H\u001B[K漢\u001B[3Gabd');
});

/** The first and last cell of a terminal that gives every character that is not plain a width of its own, and the row below. */
async function sidesByAnother(bytes: string, mind: number): Promise<string[]> {
  const terminal = new xterm.Terminal({ cols: columns, rows: 2, allowProposedApi: true });
  const widthOf = (code: number): number => (code < 0x80 || (code >= 0x2500 && code < 0x2580) ? 1 : (code * mind) % 3);
  terminal.unicode.register({
    version: 'another',
    wcwidth: (code) => widthOf(code) as 0 | 1 | 2,
    charProperties: (code, before) => {
      const width = widthOf(code);
      const joins = width === 0 && before !== 0;
      return ((joins ? (before >> 1) & 3 : width) << 1) | (joins ? 1 : 0);
    },
  });
  terminal.unicode.activeVersion = 'another';
  await new Promise<void>((resolve) => terminal.write(`\u001B[?7l${bytes}`, resolve));
  const [first, second] = [0, 1].map((y) => terminal.buffer.active.getLine(y)!);
  return [first!.getCell(0)!.getChars(), first!.getCell(columns - 1)!.getChars(), second!.translateToString(true)];
}

const doubted = fc.string({
  unit: fc.constantFrom('a', '🇺', '🇸', '漢', 'क', 'ि', '꿺', 'ꢶ', '👩', 'é', '\u0301'),
  maxLength: 8,
});

test('the sides of a pane stand where they should on a terminal that takes names for wider or narrower', async () => {
  await fc.assert(
    fc.asyncProperty(doubted, doubted, fc.integer({ min: 1, max: 1_000 }), async (before, name, mind) => {
      const rowWith = (text: string) =>
        `\u001B[31m│\u001B[0m${padEnd(cutEnd(text, columns - 2), columns - 2)}\u001B[31m│\u001B[0m`;
      const bytes = `${rowUpdate(0, '', rowWith(before), columns)}${rowUpdate(0, rowWith(before), rowWith(name), columns)}`;
      expect(await sidesByAnother(bytes, mind)).toEqual(['│', '│', '']);
    }),
    { numRuns: cases(100, 1_000) },
  );
});
