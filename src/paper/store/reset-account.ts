import { existsSync, rmSync } from 'node:fs';
import { StateStoreError } from '../service/state-store-error.ts';
import { isLockError, journalFiles, openDatabase, stateFile } from './open-database.ts';

/**
 * Deletes the paper account in a folder, readable or not, and returns the deleted files; empty without an account.
 * Throws StateStoreError if a service uses it.
 */
export function resetAccount(stateDir: string): string[] {
  const file = stateFile(stateDir);
  if (!existsSync(file)) return [];
  refuseInUse(file);
  // The journal first: otherwise it would be replayed into the next account.
  const files = [...journalFiles(stateDir), file].filter((path) => existsSync(path));
  for (const path of files) rmSync(path);
  return files;
}

function refuseInUse(file: string): void {
  try {
    const db = openDatabase(file);
    try {
      db.exec('BEGIN EXCLUSIVE; ROLLBACK;');
    } finally {
      db.close();
    }
  } catch (error) {
    if (isLockError(error))
      throw new StateStoreError(`a paper service is using ${file}; stop it first`, { isInUse: true });
    // Resetting a damaged file is the purpose.
  }
}
