import { closeSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { testFolders } from '../test-folders.fixture.ts';
import { endOfLastLine, readRows } from './read-rows.ts';

const newFolder = testFolders('rows');

function onFile<T>(text: string, use: (descriptor: number) => T): T {
  const file = join(newFolder(), 'journal.jsonl');
  writeFileSync(file, text, 'latin1');
  const descriptor = openSync(file, 'r');
  try {
    return use(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Some are longer than what is read at once, or end where that ends. */
const lengths = fc.oneof(fc.nat(30), fc.constantFrom(262_143, 262_144, 262_145, 700_000));
const files = fc
  .record({
    lines: fc.array(fc.tuple(lengths, fc.constantFrom('a', '\xff', '{"a":1}')), { maxLength: 6 }),
    isTorn: fc.boolean(),
  })
  .map(({ lines, isTorn }) => lines.map(([length, part]) => part.repeat(length)).join('\n') + (isTorn ? '' : '\n'));

test('gives each line with its number and place, however long it is', () => {
  fc.assert(
    fc.property(files, (text) => {
      const rows = onFile(text, (descriptor) => [...readRows({ file: 'f', descriptor })]);
      let from = 0;
      const expected = text.split('\n').flatMap((line, index) => {
        const row = { line: index + 1, from, end: Math.min(text.length, from + line.length + 1), text: line };
        from += line.length + 1;
        return line === '' ? [] : [row];
      });
      const seen = rows.map(({ line, from, end, bytes }) => ({ line, from, end, text: bytes.toString('latin1') }));
      expect(seen.length).toBe(expected.length);
      for (const [index, row] of seen.entries()) expect(row.text === expected[index]!.text).toBe(true);
      const places = (all: typeof seen) => all.map(({ line, from, end }) => [line, from, end]);
      expect(places(seen)).toEqual(places(expected));
    }),
    { numRuns: 100 },
  );
});

test('begins and stops at any line', () => {
  const text = '{"n":0}\n\n{"n":1}\n[2]\n{"n":3}';
  onFile(text, (descriptor) => {
    const read = (from: number, to?: number) =>
      [...readRows({ file: 'f', descriptor, from, to, firstLine: 7 })].map(({ line, entry }) => [line, entry?.['n']]);
    expect(read(9)).toEqual([
      [7, 1],
      [8, undefined],
      [9, 3],
    ]);
    expect(read(9, 17)).toEqual([[7, 1]]);
    expect(read(text.length)).toEqual([]);
    expect(read(text.length + 5)).toEqual([]);
  });
});

test('the end of the last complete line', () => {
  fc.assert(
    fc.property(files, (text) => {
      expect(onFile(text, endOfLastLine)).toBe(text.lastIndexOf('\n') + 1);
    }),
    { numRuns: 100 },
  );
});
