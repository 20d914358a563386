import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StateStoreError } from '../state-store-error.ts';

/** The account's file in a state folder; SQLite keeps its journal beside it. */
export const stateFile = (stateDir: string): string => join(stateDir, 'paper.db');
export const journalFiles = (stateDir: string): string[] =>
  ['-wal', '-shm', '-journal'].map((suffix) => stateFile(stateDir) + suffix);

/** Makes the folder, which only its owner can enter, and the file in it. Throws StateStoreError. */
export function makePrivateFile(stateDir: string): void {
  const file = stateFile(stateDir);
  try {
    mkdirSync(stateDir, { recursive: true, mode: 0o700 });
    chmodSync(stateDir, 0o700);
    // Made before SQLite opens it: its journal takes over the mode that it finds.
    closeSync(openSync(file, 'a', 0o600));
    chmodSync(file, 0o600);
  } catch (error) {
    throw new StateStoreError(`the paper account can't be kept in ${stateDir}: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

/** Opens the file for one service alone. Throws SQLite's own error when another one has it. */
export function openDatabase(file: string): DatabaseSync {
  const db = new DatabaseSync(file);
  try {
    // Exclusive locking keeps a second service out, and spares WAL its shared-memory file; the lock is taken by the
    // first transaction and kept. FULL: a commit is on the disk when it returns, so that what was answered survives a
    // power cut too.
    db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

export const isLockError = (error: unknown): boolean => error instanceof Error && /locked|busy/i.test(error.message);
