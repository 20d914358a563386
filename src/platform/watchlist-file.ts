import { join } from 'node:path';
import { z } from 'zod';
import { readPrivateJson, writePrivateFile } from './private-file.ts';

const tokenIds = z.array(z.string().max(128)).max(200).readonly();
const keptChange = z.object({ added: tokenIds, dropped: tokenIds }).readonly();

type KeptChange = z.output<typeof keptChange>;

export interface WatchlistFile {
  /** Undefined where nothing was changed, or the file can't be understood. */
  read(): KeptChange | undefined;
  /** Throws what the file system says. */
  write(change: KeptChange): void;
}

/** Which tokens a person has put on the tape or taken off it, in a file that its owner alone can read. */
export function createWatchlistFile(stateDir: string): WatchlistFile {
  const file = join(stateDir, 'watchlist.json');
  return {
    read: () => keptChange.safeParse(readPrivateJson(file)).data,
    write: (change) => writePrivateFile(file, `${JSON.stringify(change)}\n`),
  };
}
