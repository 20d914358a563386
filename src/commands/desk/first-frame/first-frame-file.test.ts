import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readFirstFrame, writeFirstFrame } from './first-frame-file.ts';

const env = { TERM: 'xterm-256color', COLORTERM: 'truecolor' };
const terminal = { columns: 20, rows: 3, env };
const rows = ['\x1b[1;38;2;1;2;3m swapdeck \x1b[0m', '╭─ 1 Positions ─╮', '│ Reading … 漢 │'];

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'first-frame-'));
  file = join(folder, 'first-frame.json');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a frame comes back as it was kept, and only its owner can read the file', () => {
  writeFirstFrame(folder, terminal, rows);
  expect(readFirstFrame(folder, terminal)).toEqual(rows);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test.each([
  ['another size', { ...terminal, columns: 21 }],
  ['another colour depth', { ...terminal, env: { ...env, COLORTERM: '' } }],
  ['no colours', { ...terminal, env: { ...env, NO_COLOR: '1' } }],
])('a terminal of %s has a frame of its own', (_, other) => {
  writeFirstFrame(folder, terminal, rows);
  expect(readFirstFrame(folder, other)).toBeNull();
  writeFirstFrame(folder, other, ['another']);
  expect(readFirstFrame(folder, other)).toEqual(['another']);
  expect(readFirstFrame(folder, terminal)).toEqual(rows);
});

test('the frames of the last four terminals are kept', () => {
  const sizes = [1, 2, 3, 4, 5].map((columns) => ({ ...terminal, columns }));
  for (const size of sizes) writeFirstFrame(folder, size, [`${size.columns}`]);
  expect(sizes.map((size) => readFirstFrame(folder, size))).toEqual([null, ['2'], ['3'], ['4'], ['5']]);
});

test('an unchanged frame is not written again', () => {
  writeFirstFrame(folder, terminal, rows);
  const { ino } = statSync(file);
  writeFirstFrame(folder, terminal, rows);
  expect(statSync(file).ino).toBe(ino);
});

test.each([
  ['torn', (text: string) => text.slice(0, -9)],
  ['of another version', (text: string) => text.replace(/"version":"[^"]+"/, '"version":"0.0.0"')],
  ['of something else', () => '[null, 3, {"frames": null}]'],
  ['without rows', (text: string) => text.replace('"rows"', '"lines"')],
])('a file that is %s gives no frame', (_, spoil) => {
  writeFirstFrame(folder, terminal, rows);
  writeFileSync(file, spoil(readFileSync(file, 'utf8')));
  expect(readFirstFrame(folder, terminal)).toBeNull();
});

test.each([
  '\x1b[2J',
  '\x1b]52;c;aGk=\x07',
  '\x1bP0;0q\x1b\\',
  'a\nb',
  'a\rb',
  '\x9b2J',
  '\x07',
  '\u202eevil',
  '\x1b',
  '\x1b[31',
  '\x1b[?1049l',
])('a row with %j never reaches the terminal', (row) => {
  writeFirstFrame(folder, terminal, [...rows.slice(0, 2), `x${row}`]);
  expect(readFirstFrame(folder, terminal)).toBeNull();
});

test('a frame with more rows than the terminal would scroll it', () => {
  writeFirstFrame(folder, terminal, [...rows, 'one more']);
  expect(readFirstFrame(folder, terminal)).toBeNull();
});

test('a row as long as a file can make it takes no time', () => {
  writeFirstFrame(folder, terminal, ['\x1b[0m'.repeat(100_000)]);
  expect(readFirstFrame(folder, terminal)).toBeNull();
});
