import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { testFolders } from '../platform/test-folders.fixture.ts';
import { FakeClock } from '../platform/time/fake-clock.fixture.ts';
import { RecordingError } from './recording-error.ts';
import { RecordingFile } from './recording-file.ts';

const newFolder = testFolders('swapdeck-recording');
let folder: string;
let file: string;
let clock: FakeClock;
let faults: number;
beforeEach(() => {
  folder = join(newFolder(), 'in');
  mkdirSync(folder);
  file = join(folder, 'a.jsonl');
  clock = new FakeClock();
  faults = 0;
});

const open = (isForced = false, path = file) =>
  new RecordingFile({ file: path, isForced, clock, onFault: () => faults++ });

test('lines are written within a quarter of a second, at once if there are many, or at the end', async () => {
  const target = open();
  target.append('one');
  expect(readFileSync(file, 'utf8')).toBe('');
  await clock.advance(250);
  expect(readFileSync(file, 'utf8')).toBe('one\n');
  target.append('x'.repeat(70_000));
  expect(statSync(file).size).toBe(70_005);
  target.append('last');
  target.close();
  expect(readFileSync(file, 'utf8').endsWith('\nlast\n')).toBe(true);
  expect([target.bytes, clock.pending, faults]).toEqual([70_010, 0, 0]);
});

test('only the owner can read the file, even if it replaces one that others could read', () => {
  open().close();
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const old = join(folder, 'old');
  writeFileSync(old, 'old', { mode: 0o644 });
  open(true, old).close();
  expect(statSync(old).mode & 0o777).toBe(0o600);
  expect(readFileSync(old, 'utf8')).toBe('');
});

test('an existing file is not replaced without --force', () => {
  writeFileSync(file, 'mine');
  expect(() => open()).toThrow(/already exists. Name another file, or overwrite it with --force/);
  expect(readFileSync(file, 'utf8')).toBe('mine');
});

test('an impossible path is reported', () => {
  expect(() => open(false, join(folder, 'no', 'a'))).toThrow(/There is no folder .*no. Create it first/);
  expect(() => open(true, folder)).toThrow(RecordingError);
});

test.runIf(existsSync('/dev/full'))('a full disk ends the recording once, with the reason', async () => {
  const target = open(true, '/dev/full');
  target.append('one');
  await clock.advance(250);
  target.append('two');
  await clock.advance(250);
  target.close();
  expect(faults).toBe(1);
  expect(target.fault?.message).toMatch(/\/dev\/full can no longer be written: the disk is full/);
  expect(clock.pending).toBe(0);
});

test.each([
  ['removed', () => rmSync(folder, { recursive: true })],
  ['renamed', () => renameSync(folder, `${folder}-elsewhere`)],
])('a folder that is %s while recording ends the recording, with the reason', async (_how, vanish) => {
  const target = open();
  target.append('one');
  await clock.advance(250);
  vanish();
  target.append('two');
  await clock.advance(250);
  expect(faults).toBe(1);
  expect(target.fault?.message).toMatch(/it was moved or removed/);
});

test('a file without messages is removed', () => {
  open().discard();
  expect(existsSync(file)).toBe(false);
});
