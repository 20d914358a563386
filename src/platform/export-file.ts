import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { writePrivateFile } from './private-file.ts';

/**
 * Writes a file of exported rows into `exports/` of the state folder, readable by its owner alone, under a name that says
 * what it is and when it was written (UTC). An earlier export is never replaced. Returns the path; throws what the file
 * system says.
 */
export function writeExportFile(
  stateDir: string,
  { name, extension, text, atMs }: { name: string; extension: string; text: string; atMs: number },
): string {
  const stamp = new Date(atMs).toISOString().slice(0, 19).replaceAll(':', '-');
  const pathOf = (suffix: string): string => join(stateDir, 'exports', `${name}-${stamp}Z${suffix}.${extension}`);
  let file = pathOf('');
  for (let copy = 2; existsSync(file); copy++) file = pathOf(`-${copy}`);
  writePrivateFile(file, text);
  return file;
}
