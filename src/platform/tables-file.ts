import { join } from 'node:path';
import { z } from 'zod';
import { readPrivateJson, writePrivateFile } from './private-file.ts';

const names = z.array(z.string().max(64)).max(100).readonly();

const keptTable = z.object({
  sort: z.object({ column: z.string().max(64), descending: z.boolean() }).optional(),
  columns: z.object({ order: names, hidden: names }).optional(),
});

/** How one table was left: its columns and by which of them it is sorted. */
export type KeptTable = Readonly<z.output<typeof keptTable>>;

export interface TablesFile {
  /** By name of the pane. What is missing or can't be understood is left out: looks are never a reason not to start. */
  read(): Readonly<Record<string, KeptTable>>;
  /** Throws what the file system says. */
  write(tables: Readonly<Record<string, KeptTable>>): void;
}

/** How the tables were left, kept across restarts in a file that its owner alone can read. */
export function createTablesFile(stateDir: string): TablesFile {
  const file = join(stateDir, 'tables.json');
  return {
    read() {
      const tables = z.object({ tables: z.record(z.string(), z.unknown()) }).safeParse(readPrivateJson(file));
      if (!tables.success) return {};
      return Object.fromEntries(
        Object.entries(tables.data.tables).flatMap(([pane, table]): [string, KeptTable][] => {
          const read = keptTable.safeParse(table);
          return read.success ? [[pane, read.data]] : [];
        }),
      );
    },
    write: (tables) => writePrivateFile(file, `${JSON.stringify({ tables })}\n`),
  };
}
