import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeExportFile } from './export-file.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'swapdeck-exports-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const atMs = Date.UTC(2026, 0, 1, 14, 3, 22, 999);

test('the name says what and when, the owner alone can read it, and nothing is replaced', () => {
  const write = (text: string) => writeExportFile(folder, { name: 'orders', extension: 'csv', text, atMs });
  const paths = ['a', 'b', 'c'].map(write);
  expect(paths[0]).toBe(join(folder, 'exports', 'orders-2026-01-01T14-03-22Z.csv'));
  expect(paths.map((path) => readFileSync(path, 'utf8'))).toEqual(['a', 'b', 'c']);
  expect(statSync(paths[0] ?? '').mode & 0o777).toBe(0o600);
  expect(statSync(join(folder, 'exports')).mode & 0o777).toBe(0o700);
  expect(readdirSync(join(folder, 'exports'))).toHaveLength(3);
});
