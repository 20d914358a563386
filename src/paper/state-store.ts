import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { deserialize, serialize } from 'node:v8';
import { StateStoreError } from './state-store-error.ts';

/** Raised with every change of what a snapshot holds: a file of another version is refused, not guessed at. */
export const stateVersion = 1;

/**
 * Where a paper account outlives its service: one SQLite file, `paper.db`, in a folder that only its owner can enter.
 * A snapshot may hold anything that structured cloning takes (bigint, Map, Date). One service at a time: the file is
 * locked while it is open.
 */
export class StateStore {
  readonly file: string;
  readonly #db: DatabaseSync;
  readonly #insert: StatementSync;

  /** Opens or creates the file. Throws StateStoreError when it is damaged, newer, or used by another service. */
  constructor(stateDir: string) {
    this.file = privateFile(stateDir);
    this.#db = this.#attempt(() => openDatabase(this.file));
    this.#insert = this.#db.prepare('INSERT OR REPLACE INTO snapshot (name, value) VALUES (?, ?)');
  }

  /** The last saved snapshot, or null for a new account. */
  load(): unknown {
    return this.#attempt(() => {
      const row = this.#db.prepare("SELECT value FROM snapshot WHERE name = 'service'").get();
      return row ? deserialize(row['value'] as Uint8Array) : null;
    });
  }

  /** Replaces the snapshot, in one transaction. A kill at any point leaves the old or the new one. */
  save(snapshot: unknown): void {
    this.#insert.run('service', serialize(snapshot));
  }

  close(): void {
    this.#db.close();
  }

  /** The error for a snapshot that the world can't take. */
  unusable(cause: unknown): StateStoreError {
    return new StateStoreError(`the paper account in ${this.file} can't be read; move it away to start a new one`, {
      cause,
    });
  }

  #attempt<T>(run: () => T): T {
    try {
      return run();
    } catch (error) {
      if (error instanceof VersionError)
        throw new StateStoreError(
          `the paper account in ${this.file} was written by another version (${error.found}, this one reads ${stateVersion})`,
        );
      if (error instanceof Error && /locked|busy/i.test(error.message))
        throw new StateStoreError(`another paper service is using ${this.file}; stop it, or name another folder`, {
          isInUse: true,
        });
      throw this.unusable(error);
    }
  }
}

class VersionError extends Error {
  readonly found: unknown;

  constructor(found: unknown) {
    super('another schema version');
    this.found = found;
  }
}

/** The database's file, made before SQLite opens it: its journal takes over the mode that it finds. */
function privateFile(stateDir: string): string {
  const file = join(stateDir, 'paper.db');
  try {
    mkdirSync(stateDir, { recursive: true, mode: 0o700 });
    chmodSync(stateDir, 0o700);
    closeSync(openSync(file, 'a', 0o600));
    chmodSync(file, 0o600);
    return file;
  } catch (error) {
    throw new StateStoreError(`the paper account can't be kept in ${stateDir}: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

function openDatabase(file: string): DatabaseSync {
  const db = new DatabaseSync(file);
  try {
    // Exclusive locking keeps a second service out, and spares WAL its shared-memory file.
    db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
    db.exec(`BEGIN EXCLUSIVE;
      CREATE TABLE IF NOT EXISTS schema (version INTEGER NOT NULL);
      CREATE TABLE IF NOT EXISTS snapshot (name TEXT PRIMARY KEY, value BLOB NOT NULL);
      INSERT INTO schema (version) SELECT ${stateVersion} WHERE NOT EXISTS (SELECT 1 FROM schema);
      COMMIT;`);
    const found = db.prepare('SELECT version FROM schema').get()?.['version'];
    if (found !== stateVersion) throw new VersionError(found);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}
