import { join } from 'node:path';
import { z } from 'zod';
import { type KeptFile, keptJson } from './kept-file.ts';

const tokenIds = z.array(z.string().max(128)).max(200).readonly();
const keptChange = z.object({ added: tokenIds, dropped: tokenIds }).readonly();

/** Which tokens a person has put on the tape or taken off it. */
export const watchlistFile = (stateDir: string): KeptFile<z.output<typeof keptChange>> =>
  keptJson(join(stateDir, 'watchlist.json'), (value) => keptChange.safeParse(value).data ?? { added: [], dropped: [] });
