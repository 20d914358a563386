import { join } from 'node:path';
import { z } from 'zod';
import { type SavedFile, savedJson } from './saved-file.ts';

const tokenIds = z.array(z.string().max(128)).max(200).readonly();
const keptChange = z.object({ added: tokenIds, dropped: tokenIds }).readonly();

/** Tokens that the user added to the tape or removed from it. */
export const watchlistFile = (stateDir: string): SavedFile<z.output<typeof keptChange>> =>
  savedJson(
    join(stateDir, 'watchlist.json'),
    (value) => keptChange.safeParse(value).data ?? { added: [], dropped: [] },
  );
