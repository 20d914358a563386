import { readFileSync } from 'node:fs';
import { writePrivateFile } from './private-file.ts';

/** What a person said about trading, kept across restarts. `mode` is theirs to interpret. */
export interface KeptMode {
  readonly mode: string;
  readonly atMs: number;
  readonly why: string;
}

export interface ModeFile {
  /** Null when nothing was kept. Throws when the file is there and cannot be understood. */
  read(): KeptMode | null;
  write(kept: KeptMode): void;
}

export const createModeFile = (file: string): ModeFile => ({
  read() {
    let text: string;
    try {
      text = readFileSync(file, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
    const { mode, atMs, why } = JSON.parse(text) as Partial<KeptMode>;
    if (typeof mode !== 'string' || typeof atMs !== 'number' || typeof why !== 'string')
      throw new Error(`${file} does not say what it should`);
    return { mode, atMs, why };
  },
  write: (kept) => writePrivateFile(file, `${JSON.stringify(kept)}\n`),
});
