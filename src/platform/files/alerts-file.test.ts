import { existsSync, mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { createAlertsFile, type SavedAlert } from './alerts-file.ts';

const nowMs = Date.UTC(2026, 0, 1, 14, 3, 22);
const newFile = () => join(mkdtempSync(join(tmpdir(), 'alerts-')), 'accounts', 'live-main.alerts');
const open = (file: string) => createAlertsFile(file, () => nowMs);
const btc: SavedAlert = {
  of: 'perp:BTC',
  name: 'BTC perp',
  direction: 'above',
  value: '100000',
  once: false,
  armed: true,
};

function holding(text: string): string {
  const file = newFile();
  mkdirSync(dirname(file));
  writeFileSync(file, text);
  return file;
}

test('the last saved alerts are read by the next run', () => {
  const file = newFile();
  open(file).write([btc]);
  open(file).write([btc, { ...btc, direction: 'below', value: '0.5', once: true }]);
  expect(open(file).read()).toEqual({
    alerts: [btc, { ...btc, direction: 'below', value: '0.5', once: true }],
    setAside: null,
  });
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('without alerts, no file is created', () => {
  const file = newFile();
  expect(open(file).read()).toEqual({ alerts: [], setAside: null });
  expect(existsSync(dirname(file))).toBe(false);
});

test.each(['', '{"alerts":[', 'null', '[]', '{}', '{"alerts":7}'])('a file of %j is moved aside unchanged', (text) => {
  const file = holding(text);
  const { alerts, setAside } = open(file).read();
  expect(alerts).toEqual([]);
  expect(readFileSync(setAside ?? '', 'utf8')).toBe(text);
  expect(setAside).toBe(`${file}-bad-20260101T140322000Z`);
  expect(open(file).read()).toEqual({ alerts: [], setAside: null });
});

test.each<[string, object]>([
  ['no value', { value: undefined }],
  ['a value of nothing', { value: '0.0' }],
  ['a value that is no decimal', { value: '1e400' }],
  ['another direction', { direction: 'over' }],
  ['an endless name', { name: 'x'.repeat(65) }],
])('an alert with %s is left out and the file moved aside; the others are kept', (_what, over) => {
  const file = holding(JSON.stringify({ alerts: [{ ...btc, ...over }, btc] }));
  const { alerts, setAside } = open(file).read();
  expect(alerts).toEqual([btc]);
  expect(existsSync(setAside ?? '')).toBe(true);
});

test('a file that may not be read throws', () => {
  const file = newFile();
  mkdirSync(file, { recursive: true });
  expect(() => open(file).read()).toThrow(/EISDIR/);
});

test('a write that fails throws, and what was kept before stays', () => {
  const file = newFile();
  open(file).write([btc]);
  mkdirSync(`${file}.${process.pid}.new`);
  expect(() => open(file).write([])).toThrow();
  expect(open(file).read().alerts).toEqual([btc]);
});
