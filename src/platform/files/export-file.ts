import { existsSync, rmSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureDir, PRIVATE_FILE_MODE } from './paths.ts';
import { syncFolder } from './private-file.ts';

/** An export file while it is written. Every call rejects with file system errors. */
interface ExportFile {
  write(text: string): Promise<void>;
  /** Resolves to its path once everything is on disk; until then no file has that name. */
  end(): Promise<string>;
  /** Removes the unfinished file. Synchronous, because an exiting program cannot wait. */
  abandon(): void;
}

/**
 * Opens a file in `exports/` of the state folder, readable only by its owner. Its name says what it contains and when
 * it was started (UTC). Never overwrites an earlier export.
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
    // The whole text: a single write may write only part of it.
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
