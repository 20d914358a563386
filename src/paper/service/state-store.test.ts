import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StateStore } from './state-store.ts';
import { StateStoreError } from './state-store-error.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'paper-state-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const stateDir = () => join(dir, 'paper');
const file = () => join(stateDir(), 'paper.db');

function saved(snapshot: unknown): void {
  const store = new StateStore(stateDir());
  store.save(snapshot);
  store.close();
}

function opening(): unknown {
  const store = new StateStore(stateDir());
  try {
    return store.load();
  } finally {
    store.close();
  }
}

describe('StateStore', () => {
  it('starts with nothing and gives back the last snapshot, digit for digit', () => {
    expect(opening()).toBeNull();
    const snapshot = { balance: 10n ** 40n, wallets: new Map([['a', { px: 0.1 }]]) };
    saved({ old: true });
    saved(snapshot);
    expect(opening()).toEqual(snapshot);
  });

  it('lets nobody but its owner in', () => {
    const store = new StateStore(stateDir());
    store.save({});
    expect(statSync(stateDir()).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(stateDir())) expect(statSync(join(stateDir(), name)).mode & 0o777, name).toBe(0o600);
    expect(readdirSync(stateDir())).toContain('paper.db-wal');
    store.close();
  });

  it('says which folder can not be used', () => {
    writeFileSync(join(dir, 'file'), '');
    const folder = join(dir, 'file', 'paper');
    expect(() => new StateStore(folder)).toThrow(StateStoreError);
    expect(() => new StateStore(folder)).toThrow(folder);
  });

  it('refuses a second service on the same file, and says so', () => {
    const store = new StateStore(stateDir());
    expect(() => new StateStore(stateDir())).toThrow(/another paper service is using .*paper\.db/);
    store.close();
    expect(opening()).toBeNull();
  });

  it('refuses a file of a newer version and leaves it as it is', () => {
    saved({ kept: 1 });
    const db = new DatabaseSync(file());
    db.exec('PRAGMA user_version = 999');
    db.close();
    const before = readFileSync(file());
    expect(opening).toThrow(StateStoreError);
    expect(opening).toThrow(/paper\.db was written by a newer version \(999/);
    expect(readFileSync(file())).toEqual(before);
  });

  it.each([
    ['no database', () => writeFileSync(file(), 'x'.repeat(5_000))],
    ['a truncated one', () => truncateSync(file(), 5_000)],
    [
      'a snapshot that is garbage',
      () => {
        const db = new DatabaseSync(file());
        db.exec("UPDATE section SET value = x'00112233'");
        db.close();
      },
    ],
  ])('names the file when it finds %s', (_what, damage) => {
    saved({ kept: 'x'.repeat(20_000) });
    damage();
    expect(opening).toThrow(StateStoreError);
    expect(opening).toThrow(file());
  });
});
