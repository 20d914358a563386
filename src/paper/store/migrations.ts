import type { DatabaseSync } from 'node:sqlite';
import { deserialize } from 'node:v8';
import { seedWallets } from '../account/wallets.ts';
import { migratePerpState } from '../exchange/perps/migrate-perp-state.ts';
import { migrateSpotState } from '../exchange/spot/account/migrate-spot-state.ts';

/** Version of the file; 0 for a new one. Version 1 kept its number in a table and the whole state in one row. */
export function readVersion(db: DatabaseSync): number {
  const version = Number(db.prepare('PRAGMA user_version').get()?.['user_version']);
  const hasFirstSchema = db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'schema'").get() !== undefined;
  if (version > 0 || !hasFirstSchema) return version;
  return Number(db.prepare('SELECT version FROM schema').get()?.['version'] ?? 1);
}

/** Removes the state from a version 1 file, with its tables; null if nothing was saved. */
export function takeVersion1(db: DatabaseSync): unknown {
  const row = db.prepare("SELECT value FROM snapshot WHERE name = 'service'").get();
  db.exec('DROP TABLE snapshot; DROP TABLE schema;');
  return row ? deserialize(row['value'] as Uint8Array) : null;
}

/** Steps that convert the state of a version into the next one's. */
const steps: Readonly<Record<number, (state: unknown) => unknown>> = {
  // Version 2 split the one row into sections and logs, and gave both markets their double entry.
  1: inWorld({ spot: migrateSpotState, perps: migratePerpState }),
  // Version 3 has wallets that are made, archived and brought back; before, they were always these.
  2: inWorld({ account: (account) => ({ ...(account as object), wallets: seedWallets }) }),
};

/** Converts the existing parts of a state's world. */
function inWorld(changes: Record<string, (part: unknown) => unknown>): (state: unknown) => unknown {
  return (state) => {
    const { world, ...rest } = state as { world: Record<string, unknown> };
    const parts = Object.entries(world).map(([name, part]) => [name, changes[name]?.(part) ?? part]);
    return { ...rest, world: Object.fromEntries(parts) };
  };
}

/** The state in the format of `toVersion`. */
export function migrate(state: unknown, fromVersion: number, toVersion: number): unknown {
  let migrated = state;
  for (let version = fromVersion; version < toVersion; version++) migrated = steps[version]!(migrated);
  return migrated;
}
