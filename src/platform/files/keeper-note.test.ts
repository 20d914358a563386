import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  isStale,
  type KeeperNote,
  listKeeperNotes,
  noteEveryMs,
  readKeeperNote,
  removeKeeperNote,
  writeKeeperNote,
} from './keeper-note.ts';
import { accountFile } from './paths.ts';

let dir = '';
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'keeper-note-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

const note: KeeperNote = {
  pid: 7,
  profile: 'main',
  mode: 'live',
  state: 'holding',
  startedAt: 1_000,
  at: 2_000,
  plans: { active: 2, paused: 1 },
  connection: 'connected',
  problem: { at: 1_500, text: 'refused' },
  socket: '/x.sock',
};

test('a note is read as it was written, by its owner alone, and goes', () => {
  expect(readKeeperNote(dir, 'a')).toBeNull();
  expect(listKeeperNotes(dir)).toEqual([]);
  writeKeeperNote(dir, 'a', note);
  expect(readKeeperNote(dir, 'a')).toEqual(note);
  const file = accountFile(dir, 'a', 'keeper.json');
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  // One that others could read by now is not left so.
  chmodSync(file, 0o644);
  writeKeeperNote(dir, 'a', note);
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  removeKeeperNote(dir, 'a');
  removeKeeperNote(dir, 'a');
  expect(readKeeperNote(dir, 'a')).toBeNull();
});

test.each([
  ['empty', ''],
  ['cut short', JSON.stringify(note).slice(0, 50)],
  ['of another shape', '[]'],
  ['without a process', JSON.stringify({ ...note, pid: 0 })],
  ['of an unknown state', JSON.stringify({ ...note, state: 'resting' })],
])('a note that is %s counts as none, and hides no other', (_what, text) => {
  writeKeeperNote(dir, 'b', note);
  writeFileSync(accountFile(dir, 'a', 'keeper.json'), text);
  expect(readKeeperNote(dir, 'a')).toBeNull();
  expect(listKeeperNotes(dir)).toEqual([note]);
});

test('a folder in its place is no note', () => {
  mkdirSync(accountFile(dir, 'a', 'keeper.json'), { recursive: true });
  expect(readKeeperNote(dir, 'a')).toBeNull();
  expect(listKeeperNotes(dir)).toEqual([]);
});

test('it is stale after 30 seconds: two that were missed are not enough', () => {
  expect(isStale(note, note.at + 2 * noteEveryMs)).toBe(false);
  expect(isStale(note, note.at + 30_000)).toBe(false);
  expect(isStale(note, note.at + 30_001)).toBe(true);
  // A clock that was set back makes it no older.
  expect(isStale(note, note.at - 60_000)).toBe(false);
});
