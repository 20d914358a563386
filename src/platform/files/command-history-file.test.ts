import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { commandHistoryFile } from './command-history-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'command-history-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('lines come back in their order, from a file of the owner alone', () => {
  const history = commandHistoryFile(folder);
  expect(history.read()).toEqual([]);
  history.write(['close BTC 50%', 'halt']);
  expect(history.read()).toEqual(['close BTC 50%', 'halt']);
  expect(statSync(join(folder, 'command-history')).mode & 0o777).toBe(0o600);
});

test('the newest 200 are kept, and lines that nobody could have typed are left out', () => {
  const history = commandHistoryFile(folder);
  history.write(Array.from({ length: 250 }, (_, index) => `filter ${index}`));
  expect(readFileSync(join(folder, 'command-history'), 'utf8').split('\n')[0]).toBe('filter 50');
  writeFileSync(join(folder, 'command-history'), `halt\n\x1b]52;c;aGk=\x07\n\n${'x'.repeat(300)}\nhelp`);
  expect(history.read()).toEqual(['halt', 'help']);
});
