import { existsSync, rmSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureDir, PRIVATE_FILE_MODE } from './paths.ts';
import { syncFolder } from './private-file.ts';

/** A file of exported rows while it is written. Every call rejects with what the file system says. */
interface ExportFile {
  write(text: string): Promise<void>;
  /** Resolves to its path once all of it is on disk; until then there is nothing under that name. */
  end(): Promise<string>;
  /** Leaves nothing of it behind; at once, for one who ends has no time to wait. */
  abandon(): void;
}

/**
 * Opens a file in `exports/` of the state folder, readable by its owner alone, under a name that says what it is and when it
 * was begun (UTC). An earlier export is never replaced.
 */
export async function openExportFile(
  stateDir: string,
  { name, extension, atMs }: { name: string; extension: string; atMs: number },
): Promise<ExportFile> {
  const folder = join(stateDir, 'exports');
  const stamp = new Date(atMs).toISOString().slice(0, 19).replaceAll(':', '-');
  const pathOf = (suffix: string): string => join(folder, `${name}-${stamp}Z${suffix}.${extension}`);
  ensureDir(folder);
  const draft = `${pathOf('')}.${process.pid}.new`;
  const handle = await open(draft, 'w', PRIVATE_FILE_MODE);
  return {
    // The whole text: a single write may take a part of it.
    write: (text) => handle.appendFile(text),
    async end() {
      await handle.sync();
      await handle.close();
      let path = pathOf('');
      for (let copy = 2; existsSync(path); copy++) path = pathOf(`-${copy}`);
      await rename(draft, path);
      syncFolder(folder);
      return path;
    },
    abandon() {
      handle.close().catch(() => {});
      rmSync(draft, { force: true });
    },
  };
}
