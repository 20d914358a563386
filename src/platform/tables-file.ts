import { join } from 'node:path';
import { z } from 'zod';
import { type KeptFile, keptJson, readEntries } from './kept-file.ts';

const names = z.array(z.string().max(64)).max(100).readonly();

const keptTable = z
  .object({
    sort: z.object({ column: z.string().max(64), descending: z.boolean() }).optional(),
    columns: z.object({ order: names, hidden: names }).optional(),
  })
  .readonly();

const keptTables = z.object({ tables: z.record(z.string(), z.unknown()) });

interface KeptTables {
  /** How each table was left, by name of its pane: its columns and by which of them it is sorted. */
  readonly tables: Readonly<Record<string, z.output<typeof keptTable>>>;
}

export const tablesFile = (stateDir: string): KeptFile<KeptTables> =>
  keptJson(join(stateDir, 'tables.json'), (value) => ({
    tables: readEntries(keptTables.safeParse(value).data?.tables ?? {}, keptTable),
  }));
