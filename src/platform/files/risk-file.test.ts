import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRiskFile } from './risk-file.ts';

let dir = '';
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'risk-file-'));
});
afterAll(() => rmSync(dir, { recursive: true }));

const day = { openedAtMs: 1_767_000_000_000, highUsd: '62651.65', unpriced: 2, reached: { dailyLossUsd: '104.2' } };

test('the days of an account are read back, by their owner only', () => {
  const path = join(dir, 'account.risk');
  const file = createRiskFile(path);
  expect(file.read()).toEqual({});
  file.write({ 'me wal_perp': day });
  expect(createRiskFile(path).read()).toEqual({ 'me wal_perp': day });
  if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600);
});

test.each([
  ['torn', '{"me":{"openedAt'],
  ['empty', ''],
  ['of another form', '{"me":{"openedAtMs":1}}'],
  ['with a number that is none', JSON.stringify({ me: { ...day, highUsd: '1e9' } })],
])('a file that is %s is refused, and stays as it is', (what, text) => {
  const path = join(dir, `${what}.risk`);
  writeFileSync(path, text);
  expect(() => createRiskFile(path).read()).toThrow();
  expect(readFileSync(path, 'utf8')).toBe(text);
});
