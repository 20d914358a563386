import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { deserialize, serialize } from 'node:v8';
import { loadedRows } from './state-layout.ts';

export const logSchema = `
  CREATE TABLE IF NOT EXISTS log (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
  CREATE TABLE IF NOT EXISTS log_row (
    log INTEGER NOT NULL, seq INTEGER NOT NULL, value BLOB NOT NULL, PRIMARY KEY (log, seq)
  ) WITHOUT ROWID;`;

interface Log {
  readonly id: number;
  readonly lastSeq: number;
  /** The newest row, as the engine's object. */
  readonly lastRow: unknown;
}

/**
 * Rows that are written once and never change. An engine keeps the newest of them in an array; those after the last
 * written row are new.
 */
export class LogTable {
  readonly #addLog: StatementSync;
  readonly #addRow: StatementSync;
  readonly #names: StatementSync;
  readonly #newest: StatementSync;
  #logs = new Map<string, Log>();

  constructor(db: DatabaseSync) {
    this.#addLog = db.prepare('INSERT INTO log (name) VALUES (?)');
    this.#addRow = db.prepare('INSERT INTO log_row (log, seq, value) VALUES (?, ?, ?)');
    this.#names = db.prepare('SELECT id, name FROM log ORDER BY id');
    this.#newest = db.prepare('SELECT seq, value FROM log_row WHERE log = ? ORDER BY seq DESC LIMIT ?');
  }

  /** The newest rows of each log, oldest first. */
  load(): Map<string, unknown[]> {
    const rowsOf = new Map<string, unknown[]>();
    for (const { id, name } of this.#names.all() as { id: number; name: string }[]) {
      const found = this.#newest.all(id, loadedRows) as { seq: number; value: Uint8Array }[];
      const rows = found.map(({ value }) => deserialize(value) as unknown).reverse();
      rowsOf.set(name, rows);
      this.#logs.set(name, { id, lastSeq: found[0]?.seq ?? 0, lastRow: rows.at(-1) });
    }
    return rowsOf;
  }

  /** Writes inside the caller's transaction. The returned function must be called when it is committed. */
  write(logs: ReadonlyMap<string, readonly unknown[]>): () => void {
    const written = new Map(this.#logs);
    for (const [name, rows] of logs) {
      const log = written.get(name) ?? this.#create(name);
      const fresh = rows.slice(firstNew(rows, log.lastRow));
      let { lastSeq } = log;
      for (const row of fresh) this.#addRow.run(log.id, ++lastSeq, serialize(row));
      written.set(name, { ...log, lastSeq, lastRow: fresh.at(-1) ?? log.lastRow });
    }
    return () => {
      this.#logs = written;
    };
  }

  #create(name: string): Log {
    return { id: Number(this.#addLog.run(name).lastInsertRowid), lastSeq: 0, lastRow: undefined };
  }
}

/** Index after the last written row. */
function firstNew(rows: readonly unknown[], lastRow: unknown): number {
  if (lastRow === undefined) return 0;
  const known = rows.lastIndexOf(lastRow);
  if (known >= 0) return known + 1;
  // The engine may have copied its rows on restore: then the copy is identified by its content.
  const bytes = serialize(lastRow);
  return rows.findLastIndex((row) => serialize(row).equals(bytes)) + 1;
}
