import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PRIVATE_FILE_MODE } from './paths.ts';

const others = 0o077;

/**
 * Removes other users' access to the files in the state folder and its subfolders: a file that was copied, restored
 * from a backup or written by an earlier version may be accessible. Returns the files it restricted. Files that cannot
 * be checked or changed stay as they are. On Windows the user's folders keep others out, and modes say nothing of them.
 */
export function restrictPermissions(stateDir: string, platform: NodeJS.Platform = process.platform): string[] {
  if (platform === 'win32') return [];
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
    // A link's target may be outside our folders, and is not ours to change.
    const { mode } = lstatSync(file);
    if ((mode & others) === 0) return false;
    chmodSync(file, mode & PRIVATE_FILE_MODE);
    return true;
  } catch {
    return false;
  }
}
