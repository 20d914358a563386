import { chmodSync, mkdirSync, mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { createModeFile } from './mode-file.ts';

const newFile = () => join(mkdtempSync(join(tmpdir(), 'mode-')), 'accounts', 'live-main.json');
const halted = { mode: 'halted', atMs: 5, why: 'H' };

test('what was kept is read by the next run, and the last word counts', () => {
  const file = newFile();
  createModeFile(file).write({ ...halted, mode: 'reducing' });
  createModeFile(file).write(halted);
  expect(createModeFile(file).read()).toEqual(halted);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('without a file it is null', () => {
  expect(createModeFile(newFile()).read()).toBeNull();
});

test.each(['', '{"mode":"hal', 'null', '[]', '{}', '{"mode":"halted","why":"x"}', '{"mode":1,"atMs":5,"why":"x"}'])(
  'a file of %j throws',
  (text) => {
    const file = newFile();
    mkdirSync(dirname(file));
    writeFileSync(file, text);
    expect(() => createModeFile(file).read()).toThrow();
  },
);

test('a file that may not be read throws', () => {
  const file = newFile();
  mkdirSync(file, { recursive: true });
  expect(() => createModeFile(file).read()).toThrow(/EISDIR/);
});

test('a write that fails throws, and what was kept before stays', () => {
  const file = newFile();
  createModeFile(file).write(halted);
  // Also for root, whom no permission stops: the draft's name is taken by a folder.
  mkdirSync(`${file}.${process.pid}.new`);
  chmodSync(dirname(file), 0o700);
  expect(() => createModeFile(file).write({ ...halted, mode: 'active' })).toThrow();
  expect(createModeFile(file).read()).toEqual(halted);
});
