import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openExportFile } from './export-file.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'swapdeck-exports-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const atMs = Date.UTC(2026, 0, 1, 14, 3, 22, 999);

const begin = () => openExportFile(folder, { name: 'orders', extension: 'csv', atMs });

async function written(...texts: string[]): Promise<string> {
  const file = await begin();
  for (const text of texts) await file.write(text);
  return file.end();
}

test('the name has subject and time, only the owner can read it, and no file is replaced', async () => {
  const paths = [await written('a', 'ü'), await written('b'), await written()];
  expect(paths[0]).toBe(join(folder, 'exports', 'orders-2026-01-01T14-03-22Z.csv'));
  expect(paths.map((path) => readFileSync(path, 'utf8'))).toEqual(['aü', 'b', '']);
  expect(statSync(paths[0] ?? '').mode & 0o777).toBe(0o600);
  expect(statSync(join(folder, 'exports')).mode & 0o777).toBe(0o700);
  expect(readdirSync(join(folder, 'exports'))).toHaveLength(3);
});

test('the file appears only when complete, and an aborted export leaves nothing', async () => {
  const file = await begin();
  await file.write('half');
  expect(readdirSync(join(folder, 'exports'))).toEqual([expect.stringMatching(/\.new$/)]);
  file.abandon();
  expect(readdirSync(join(folder, 'exports'))).toEqual([]);
});

test('a folder that cannot be made says so', async () => {
  writeFileSync(join(folder, 'exports'), 'in the way');
  await expect(begin()).rejects.toThrow(/EEXIST|ENOTDIR/);
});
