import { existsSync, mkdtempSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { ensureDir } from '../files/paths.ts';
import { createLog, logCrash } from './log.ts';

const newFile = () => join(mkdtempSync(join(tmpdir(), 'log-')), 'state', 'swapdeck.log');
const readLines = (file: string) =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

test('lines keep their order, level and details; nothing is written before the first', async () => {
  const file = newFile();
  const log = createLog(file);
  expect(existsSync(file)).toBe(false);
  log.debug('not at this level');
  log.info('first', { latencyMs: 12 });
  log.error('second', { err: new Error('boom') });
  await log.flush();
  expect(readLines(file)).toMatchObject([
    { level: 30, msg: 'first', latencyMs: 12 },
    { level: 50, msg: 'second', err: { message: 'boom' } },
  ]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('no line contains a key', async () => {
  const file = newFile();
  const log = createLog(file);
  log.warn('key sk_a_b', { headers: { authorization: 'Bearer sk_a_b' }, err: new Error('sk_a_b') });
  await log.flush();
  logCrash(file, new Error('with sk_a_b'), 0);
  expect(readFileSync(file, 'utf8')).not.toContain('sk_a_b');
  expect(readLines(file)).toHaveLength(2);
});

test('a crash is logged with its stack and the thrown value', () => {
  const file = newFile();
  logCrash(file, new Error('boom'), 1_000);
  logCrash(file, 'text', 2_000);
  expect(readLines(file)).toMatchObject([
    { time: 1_000, err: { message: 'boom', stack: expect.stringContaining('log.test.ts') as string } },
    { time: 2_000, err: { message: 'text' } },
  ]);
});

test('a log that cannot be written does no harm', async () => {
  const file = newFile();
  ensureDir(dirname(dirname(file)));
  writeFileSync(dirname(file), 'a file where the folder should be');
  const log = createLog(file);
  log.error('lost');
  await expect(log.flush()).resolves.toBeUndefined();
});

test('a large log is rotated', () => {
  const file = newFile();
  logCrash(file, 'old', 0);
  truncateSync(file, 5_000_001);
  logCrash(file, 'new', 0);
  expect(readLines(file)).toHaveLength(1);
  expect(statSync(`${file}.1`).size).toBe(5_000_001);
});
