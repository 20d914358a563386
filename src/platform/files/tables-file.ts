import { join } from 'node:path';
import { z } from 'zod';
import { readEntries, type SavedFile, savedJson } from './saved-file.ts';

const names = z.array(z.string().max(64)).max(100).readonly();

const keptTable = z
  .object({
    sort: z.object({ column: z.string().max(64), descending: z.boolean() }).optional(),
    columns: z.object({ order: names, hidden: names }).optional(),
  })
  .readonly();

const keptTables = z.object({ tables: z.record(z.string(), z.unknown()) });

interface SavedTables {
  /** Columns and sorting of each table, by pane name. */
  readonly tables: Readonly<Record<string, z.output<typeof keptTable>>>;
}

export const tablesFile = (stateDir: string): SavedFile<SavedTables> =>
  savedJson(join(stateDir, 'tables.json'), (value) => ({
    tables: readEntries(keptTables.safeParse(value).data?.tables ?? {}, keptTable),
  }));
