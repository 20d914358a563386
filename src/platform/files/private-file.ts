import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { ensureDir, PRIVATE_FILE_MODE } from './paths.ts';

/**
 * Replaces a file atomically, readable only by its owner: a crash leaves the old file or the new one. Creates its
 * folder if it is missing.
 */
export function writePrivateFile(file: string, text: string): void {
  const folder = dirname(file);
  if (!existsSync(folder)) ensureDir(folder);
  const draft = `${file}.${process.pid}.new`;
  try {
    writeFileSync(draft, text, { mode: PRIVATE_FILE_MODE, flush: true });
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
  syncFolder(folder);
}

/** A new or renamed file survives a power cut only once its folder is on disk too. */
export function syncFolder(folder: string): void {
  // Windows cannot open a folder; its rename is durable enough.
  if (process.platform === 'win32') return;
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
