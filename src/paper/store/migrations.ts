import type { DatabaseSync } from 'node:sqlite';
import { deserialize } from 'node:v8';
import { migratePerpState } from '../exchange/perps/migrate-perp-state.ts';
import { migrateSpotState } from '../exchange/spot/migrate-spot-state.ts';

/**
 * Of the file: 0 is a new one. The first version kept its number in a table and the whole state in one row.
 */
export function readVersion(db: DatabaseSync): number {
  const version = Number(db.prepare('PRAGMA user_version').get()?.['user_version']);
  const hasFirstSchema = db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'schema'").get() !== undefined;
  if (version > 0 || !hasFirstSchema) return version;
  return Number(db.prepare('SELECT version FROM schema').get()?.['version'] ?? 1);
}

/** Takes the state out of a file of version 1, with the tables that held it; null when nothing was saved. */
export function takeVersion1(db: DatabaseSync): unknown {
  const row = db.prepare("SELECT value FROM snapshot WHERE name = 'service'").get();
  db.exec('DROP TABLE snapshot; DROP TABLE schema;');
  return row ? deserialize(row['value'] as Uint8Array) : null;
}

/** What turns the state of a version into that of the next one. */
const steps: Readonly<Record<number, (state: unknown) => unknown>> = {
  // Version 2 cut the one row into sections and logs, and gave both markets their double entry.
  1: inWorld({ spot: migrateSpotState, perps: migratePerpState }),
};

/** Changes the parts of a state's world that are there. */
function inWorld(changes: Record<string, (part: unknown) => unknown>): (state: unknown) => unknown {
  return (state) => {
    const { world, ...rest } = state as { world: Record<string, unknown> };
    const parts = Object.entries(world).map(([name, part]) => [name, changes[name]?.(part) ?? part]);
    return { ...rest, world: Object.fromEntries(parts) };
  };
}

/** The state as `toVersion` has it. */
export function migrate(state: unknown, fromVersion: number, toVersion: number): unknown {
  let migrated = state;
  for (let version = fromVersion; version < toVersion; version++) migrated = steps[version]!(migrated);
  return migrated;
}
