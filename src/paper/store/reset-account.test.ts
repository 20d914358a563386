import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StateStore } from '../service/state-store.ts';
import { resetAccount } from './reset-account.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'paper-reset-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

describe('resetAccount', () => {
  it('removes the account and nothing else', () => {
    const store = new StateStore(dir);
    store.save({ kept: 1 });
    store.close();
    writeFileSync(join(dir, 'notes.txt'), 'mine');
    expect(resetAccount(dir)).toEqual([join(dir, 'paper.db')]);
    expect(readdirSync(dir)).toEqual(['notes.txt']);
  });

  it('leaves an account that is in use, whole', () => {
    const store = new StateStore(dir);
    store.save({ kept: 1 });
    expect(() => resetAccount(dir)).toThrow(/a paper service is using .*paper\.db; stop it first/);
    store.save({ kept: 2 });
    store.close();
    const again = new StateStore(dir);
    expect(again.load()).toEqual({ kept: 2 });
    again.close();
  });

  it('removes what can not be read, with its journal', () => {
    for (const name of ['paper.db', 'paper.db-wal', 'paper.db-shm']) writeFileSync(join(dir, name), 'x'.repeat(5_000));
    expect(resetAccount(dir)).toContain(join(dir, 'paper.db'));
    expect(readdirSync(dir)).toEqual([]);
  });

  it('says when there is nothing, and makes nothing', () => {
    expect(resetAccount(join(dir, 'none'))).toEqual([]);
    expect(readdirSync(dir)).toEqual([]);
  });
});
