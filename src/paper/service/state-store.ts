import type { DatabaseSync } from 'node:sqlite';
import { ListTable, listSchema } from '../store/list-table.ts';
import { LogTable, logSchema } from '../store/log-table.ts';
import { migrate, readVersion, takeVersion1 } from '../store/migrations.ts';
import { isLockError, makePrivateFile, openDatabase, stateFile } from '../store/open-database.ts';
import { SectionTable, sectionSchema } from '../store/section-table.ts';
import { joinState, type StateParts, splitState } from '../store/state-layout.ts';
import { StateStoreError } from './state-store-error.ts';

/**
 * Increase it with every change of the state's shape, together with a step in store/migrations.ts: an older file is
 * migrated, a newer one refused.
 */
export const stateVersion = 3;

/**
 * Saves a paper account: one SQLite file, `paper.db`, in a folder accessible only to its owner. A state may contain
 * anything that structured cloning supports (bigint, Map, Date). One service at a time: the file is locked while it is
 * open.
 */
export class StateStore {
  readonly file: string;
  readonly #db: DatabaseSync;
  readonly #tables: Tables;
  readonly #opened: unknown;

  /** Opens, creates or migrates the file. Throws StateStoreError if it is damaged, newer, or in use. */
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

  /** The file's content when it was opened; null for a new account. */
  load(): unknown {
    return this.#opened;
  }

  /**
   * Writes the changes since the last save in one transaction: they are on disk when this returns, and a kill at any
   * point leaves the state before or after it. `isThorough` false defers charts.
   */
  save(state: unknown, isThorough = true): void {
    const parts = splitState(state, isThorough);
    const settle = transaction(this.#db, () => write(this.#tables, parts, isThorough));
    settle();
  }

  close(): void {
    this.#db.close();
  }

  /** The error for a state that the world cannot restore. */
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
        throw new StateStoreError(`another paper service is using ${this.file}; stop it, or use another folder`, {
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

/** The returned function must be called when the transaction is committed. */
function write({ sections, logs, lists }: Tables, parts: StateParts, isThorough: boolean): () => void {
  const settled = [sections.write(parts.sections, isThorough), logs.write(parts.logs), lists.write(parts.lists)];
  return () => {
    for (const settle of settled) settle();
  };
}

/** Runs the writes of `run` in one transaction. */
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
