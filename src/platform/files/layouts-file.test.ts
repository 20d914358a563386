import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { layoutsFile } from './layouts-file.ts';
import { watchlistFile } from './watchlist-file.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'swapdeck-layouts-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const layouts = { 'desk medium': { panes: ['tape', 'chart'], shares: [30, 70] } };

test('what is written is read back, and only the owner can read the file', () => {
  layoutsFile(join(folder, 'state')).write({ workspace: 'perps', focus: 'chart', layouts });
  expect(layoutsFile(join(folder, 'state')).read()).toEqual({ workspace: 'perps', focus: 'chart', layouts });
  expect(statSync(join(folder, 'state', 'layouts.json')).mode & 0o777).toBe(0o600);
});

test.each([
  '',
  'no json',
  'null',
  '{"workspace":7}',
  '{"layouts":[]}',
  '{"layouts":{"desk medium":{"panes":[1],"shares":["a"]},"desk large":7}}',
])('%j leaves the layouts as they come', (text) => {
  writeFileSync(join(folder, 'layouts.json'), text);
  expect(layoutsFile(folder).read()).toEqual({ layouts: {} });
});

test('one invalid layout does not affect the others', () => {
  writeFileSync(join(folder, 'layouts.json'), JSON.stringify({ layouts: { ...layouts, later: { grid: 3 } } }));
  expect(layoutsFile(folder).read()).toEqual({ layouts });
});

test('the watch list is read as written, and an invalid one is ignored', () => {
  const change = { added: ['solana:a'], dropped: [] };
  watchlistFile(folder).write(change);
  expect(watchlistFile(folder).read()).toEqual(change);
  for (const text of ['', '[]', '{"added":"solana:a","dropped":[]}', '{"added":[]}']) {
    writeFileSync(join(folder, 'watchlist.json'), text);
    expect(watchlistFile(folder).read()).toEqual({ added: [], dropped: [] });
  }
});
