import { existsSync, rmSync } from 'node:fs';
import { StateStoreError } from '../state-store-error.ts';
import { isLockError, journalFiles, openDatabase, stateFile } from './open-database.ts';

/**
 * Removes the paper account that a folder keeps, readable or not, and gives the files that are gone; none when there was
 * no account. Throws StateStoreError when a service uses it.
 */
export function resetAccount(stateDir: string): string[] {
  const file = stateFile(stateDir);
  if (!existsSync(file)) return [];
  refuseInUse(file);
  // The journal first: left alone, it would be replayed into the next account.
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
    // A damaged file is what a reset is good for.
  }
}
