import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StateStoreError } from '../service/state-store-error.ts';

/** The account's file in a state folder; SQLite keeps its journal next to it. */
export const stateFile = (stateDir: string): string => join(stateDir, 'paper.db');
export const journalFiles = (stateDir: string): string[] =>
  ['-wal', '-shm', '-journal'].map((suffix) => stateFile(stateDir) + suffix);

/** Creates the folder, accessible only to its owner, and the file. Throws StateStoreError. */
export function makePrivateFile(stateDir: string): void {
  const file = stateFile(stateDir);
  try {
    mkdirSync(stateDir, { recursive: true, mode: 0o700 });
    chmodSync(stateDir, 0o700);
    // Before SQLite opens it, because its journal copies the mode of the file.
    closeSync(openSync(file, 'a', 0o600));
    chmodSync(file, 0o600);
  } catch (error) {
    throw new StateStoreError(`the paper account can't be kept in ${stateDir}: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

/** Opens the file exclusively. Throws SQLite's own error if another service has it open. */
export function openDatabase(file: string): DatabaseSync {
  const db = new DatabaseSync(file);
  try {
    // Exclusive locking keeps a second service out, and WAL then needs no shared-memory file; the first transaction
    // takes the lock and keeps it. FULL: a commit is on disk when it returns, so that responses survive a power cut
    // too.
    db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

export const isLockError = (error: unknown): boolean => error instanceof Error && /locked|busy/i.test(error.message);
