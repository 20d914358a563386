import type { DatabaseSync } from 'node:sqlite';
import { StateStoreError } from './state-store-error.ts';
import { ListTable, listSchema } from './store/list-table.ts';
import { LogTable, logSchema } from './store/log-table.ts';
import { migrate, readVersion, takeVersion1 } from './store/migrations.ts';
import { isLockError, makePrivateFile, openDatabase, stateFile } from './store/open-database.ts';
import { SectionTable, sectionSchema } from './store/section-table.ts';
import { joinState, type StateParts, splitState } from './store/state-layout.ts';

/**
 * Raised with every change of what a state holds, together with a step in store/migrations.ts: an older file is
 * migrated, a newer one refused.
 */
export const stateVersion = 2;

/**
 * Where a paper account outlives its service: one SQLite file, `paper.db`, in a folder that only its owner can enter.
 * A state may hold anything that structured cloning takes (bigint, Map, Date). One service at a time: the file is locked
 * while it is open.
 */
export class StateStore {
  readonly file: string;
  readonly #db: DatabaseSync;
  readonly #tables: Tables;
  readonly #opened: unknown;

  /** Opens, creates or migrates the file. Throws StateStoreError when it is damaged, newer, or used by another service. */
  constructor(stateDir: string) {
    makePrivateFile(stateDir);
    this.file = stateFile(stateDir);
    this.#db = this.#attempt(() => openDatabase(this.file));
    try {
      const { tables, state } = this.#attempt(() => transaction(this.#db, () => openTables(this.#db)));
      this.#tables = tables;
      this.#opened = state;
    } catch (error) {
      this.#db.close();
      throw error;
    }
  }

  /** What the file held when it was opened; null for a new account. */
  load(): unknown {
    return this.#opened;
  }

  /**
   * Writes what changed since the last save, in one transaction: when this returns it is on disk, and a kill at any
   * point leaves the state before it or after it. `isThorough` false leaves charts for a later save.
   */
  save(state: unknown, isThorough = true): void {
    const parts = splitState(state, isThorough);
    const settle = transaction(this.#db, () => write(this.#tables, parts, isThorough));
    settle();
  }

  close(): void {
    this.#db.close();
  }

  /** The error for a state that the world can't take. */
  unusable(cause: unknown): StateStoreError {
    return new StateStoreError(`the paper account in ${this.file} can't be read; move it away to start a new one`, {
      cause,
    });
  }

  #attempt<T>(run: () => T): T {
    try {
      return run();
    } catch (error) {
      if (error instanceof NewerError)
        throw new StateStoreError(
          `the paper account in ${this.file} was written by a newer version (${error.found}; this one reads up to ${stateVersion})`,
        );
      if (isLockError(error))
        throw new StateStoreError(`another paper service is using ${this.file}; stop it, or name another folder`, {
          isInUse: true,
        });
      throw this.unusable(error);
    }
  }
}

class NewerError extends Error {
  readonly found: number;

  constructor(found: number) {
    super('a newer schema version');
    this.found = found;
  }
}

interface Tables {
  readonly sections: SectionTable;
  readonly logs: LogTable;
  readonly lists: ListTable;
}

function openTables(db: DatabaseSync): { tables: Tables; state: unknown } {
  const version = readVersion(db);
  if (version > stateVersion) throw new NewerError(version);
  const first = version === 1 ? takeVersion1(db) : null;
  db.exec(sectionSchema + logSchema + listSchema);
  const tables = { sections: new SectionTable(db), logs: new LogTable(db), lists: new ListTable(db) };
  const parts = [...tables.sections.load(), ...tables.logs.load(), ...tables.lists.load()];
  const found = parts.length === 0 ? first : joinState(parts);
  if (version === stateVersion) return { tables, state: found };
  const state = found === null ? null : migrate(found, version, stateVersion);
  if (state !== null) write(tables, splitState(state, true), true)();
  db.exec(`PRAGMA user_version = ${stateVersion}`);
  return { tables, state };
}

/** What it returns is to be called when the transaction is committed. */
function write({ sections, logs, lists }: Tables, parts: StateParts, isThorough: boolean): () => void {
  const settled = [sections.write(parts.sections, isThorough), logs.write(parts.logs), lists.write(parts.lists)];
  return () => {
    for (const settle of settled) settle();
  };
}

/** Everything that `run` writes, or nothing of it. */
function transaction<T>(db: DatabaseSync, run: () => T): T {
  db.exec('BEGIN EXCLUSIVE');
  try {
    const result = run();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}
