import xterm from '@xterm/headless';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cases } from '../../../test/run/cases.ts';
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
  expect(rowUpdate(3, `${left}old`, `${left}new`, 80)).toBe('\u001B[4;10H\u001B[Knew');
});

test('a row that differs from its first span on is sent whole', () => {
  expect(rowUpdate(0, 'abc', 'abd', 80)).toBe('\u001B[1;1H\u001B[Kabd');
});
