import { readFileSync } from 'node:fs';
import { errorCode } from '../process/error-code.ts';
import { writePrivateFile } from './private-file.ts';

/** The saved trading mode. The caller interprets `mode`. */
export interface SavedMode {
  readonly mode: string;
  readonly atMs: number;
  readonly why: string;
}

export interface ModeFile {
  /** Null if nothing was saved. Throws if the file exists but is not valid. */
  read(): SavedMode | null;
  write(kept: SavedMode): void;
}

export const createModeFile = (file: string): ModeFile => ({
  read() {
    let text: string;
    try {
      text = readFileSync(file, 'utf8');
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return null;
      throw error;
    }
    const { mode, atMs, why }: Partial<Record<keyof SavedMode, unknown>> = JSON.parse(text);
    if (typeof mode !== 'string' || typeof atMs !== 'number' || typeof why !== 'string')
      throw new Error(`${file} is not a valid trading mode file`);
    return { mode, atMs, why };
  },
  write: (kept) => writePrivateFile(file, `${JSON.stringify(kept)}\n`),
});
