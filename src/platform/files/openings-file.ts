import { join } from 'node:path';
import { z } from 'zod';
import { readEntries, type SavedFile, savedJson } from './saved-file.ts';

const usd = z.string().regex(/^-?\d{1,40}(\.\d{1,40})?$/);
const opening = z.object({
  atMs: z.number().finite(),
  equityUsd: usd,
  unrealised: z.record(z.string().max(64), usd).readonly(),
});
const openings = z.array(opening.readonly()).max(50).readonly();

/** The account at the start of its last days, by account. */
export const openingsFile = (stateDir: string): SavedFile<Readonly<Record<string, z.output<typeof openings>>>> =>
  savedJson(join(stateDir, 'openings.json'), (value) =>
    readEntries(z.record(z.string().max(512), z.unknown()).safeParse(value).data ?? {}, openings),
  );
