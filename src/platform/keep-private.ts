import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PRIVATE_FILE_MODE } from './paths.ts';

const others = 0o077;

/**
 * Takes from others what they could do with the files of the state folder and of the folders in it: one copied in, restored from a
 * backup or made by an earlier version may stand open. Returns those that did. What cannot be looked at or changed stays as it is.
 */
export function keepPrivate(stateDir: string): string[] {
  return ['', 'accounts', 'exports'].flatMap((folder) => narrowIn(join(stateDir, folder)));
}

function narrowIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => join(folder, name))
      .filter(narrow);
  } catch {
    return [];
  }
}

function narrow(file: string): boolean {
  try {
    // A link leads elsewhere: what it leads to is not ours to change.
    const { mode } = lstatSync(file);
    if ((mode & others) === 0) return false;
    chmodSync(file, mode & PRIVATE_FILE_MODE);
    return true;
  } catch {
    return false;
  }
}
